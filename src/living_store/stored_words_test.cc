#include "living_store/stored_words.h"

#include <gtest/gtest.h>

#include "store/memory_store.h"

namespace doppel::living_store {
namespace {

class StoredWordsTest : public testing::Test {
 protected:
  void commit(const std::set<StoredTextId>& left_out = {}) {
    store::Batch batch;
    words_.add_rows(left_out, batch);
    ASSERT_TRUE(store_.write(batch).ok());
    words_.committed();
  }
  std::string text(uint64_t id) {
    std::string buffer;
    auto found = words_.text({id}, buffer);
    return found ? std::string(*found) : found.error().message();
  }

  store::MemoryStore store_;
  StoredWords words_{store_};
};

TEST_F(StoredWordsTest, golden_bytes) {
  ASSERT_TRUE(words_.put({1}, "ab").ok());
  commit();
  EXPECT_EQ(*store_.snapshot()->get(std::string("W\0\0\0\0\0\0\0\1", 9)), std::string("\1\0ab", 4));
}

TEST_F(StoredWordsTest, texts_are_there_before_and_after_they_are_written) {
  const std::string longer(10'000, 'x');
  ASSERT_TRUE(words_.put({1}, longer).ok());
  ASSERT_TRUE(words_.put({2}, "").ok());
  EXPECT_EQ(text(1), longer);
  commit();
  EXPECT_EQ(text(1), longer);
  EXPECT_EQ(text(2), "");
  EXPECT_LT((*store_.snapshot()->get(std::string("W\0\0\0\0\0\0\0\1", 9)))->size(), 100U);
}

TEST_F(StoredWordsTest, a_reader_keeps_what_it_saw) {
  ASSERT_TRUE(words_.put({1}, "one").ok());
  const auto before = words_.reader();
  commit();
  store::Batch batch;
  words_.erase_rows({1}, batch);
  ASSERT_TRUE(store_.write(batch).ok());
  words_.committed();
  std::string buffer;
  EXPECT_EQ(*before->text({1}, buffer), "one");
  EXPECT_EQ(text(1), "the store is damaged: text 1 is missing");
}

TEST_F(StoredWordsTest, what_is_dropped_or_left_out_is_not_written) {
  ASSERT_TRUE(words_.put({1}, "one").ok());
  ASSERT_TRUE(words_.put({2}, "two").ok());
  words_.drop({1});
  commit({{2}});
  EXPECT_EQ(text(1), "the store is damaged: text 1 is missing");
  EXPECT_EQ(text(2), "the store is damaged: text 2 is missing");
}

TEST_F(StoredWordsTest, damaged_rows_are_an_error) {
  const std::string key("W\0\0\0\0\0\0\0\1", 9);
  for (const std::string& row : {std::string(), std::string("\1", 1), std::string("\2\0a", 3),
                                 std::string("\1\2a", 3), std::string("\1\1not zstd", 10)}) {
    store::Batch batch;
    batch.put(key, row);
    ASSERT_TRUE(store_.write(batch).ok());
    words_.committed();
    std::string buffer;
    EXPECT_EQ(words_.text({1}, buffer).error().code(), StatusCode::kCorrupt);
  }
}

TEST_F(StoredWordsTest, a_page_may_have_a_form_of_its_own) {
  ASSERT_TRUE(words_.put({1}, "one").ok());
  commit();
  store::Batch batch;
  words_.set_form("http://a.org/", "ONE", batch);
  ASSERT_TRUE(store_.write(batch).ok());
  words_.committed();
  EXPECT_TRUE(*words_.has_form("http://a.org/"));
  EXPECT_FALSE(*words_.has_form("http://b.org/"));
  std::string buffer;
  const auto reader = words_.reader_of(store_.snapshot());
  EXPECT_EQ(*reader->text_of_page("http://a.org/", {1}, buffer), "ONE");
  EXPECT_EQ(*reader->text_of_page("http://b.org/", {1}, buffer), "one");
}

}  // namespace
}  // namespace doppel::living_store
