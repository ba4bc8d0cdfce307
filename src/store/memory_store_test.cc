#include "store/memory_store.h"

#include "store/store_suite.h"

namespace doppel::store {
namespace {

INSTANTIATE_TEST_SUITE_P(memory, StoreSuite,
                         testing::Values([] { return std::make_unique<MemoryStore>(); }));

TEST(MemoryStore, is_whole_after_a_restart) {
  MemoryStore store;
  Batch batch;
  batch.put(std::string("a\0b", 3), "1");
  batch.put("", std::string("\xff\0", 2));
  ASSERT_TRUE(store.write(batch).ok());
  auto again = MemoryStore::load(store.serialise());
  ASSERT_TRUE(again);
  EXPECT_EQ(rows_from(*(*again)->snapshot(), ""), rows_from(*store.snapshot(), ""));
}

TEST(MemoryStore, bytes_that_are_not_whole_are_corrupt) {
  MemoryStore store;
  Batch batch;
  batch.put("key", "value");
  batch.put("other", "row");
  ASSERT_TRUE(store.write(batch).ok());
  std::string bytes = store.serialise();
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    auto loaded = MemoryStore::load(bytes.substr(0, cut));
    ASSERT_FALSE(loaded) << cut;
    EXPECT_EQ(loaded.error().code(), StatusCode::kCorrupt);
  }
  EXPECT_FALSE(MemoryStore::load(bytes + "x"));
}

}  // namespace
}  // namespace doppel::store
