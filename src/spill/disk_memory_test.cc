#include "spill/disk_memory.h"

#include <gtest/gtest.h>

#include <new>
#include <numeric>

#include "base/arena.h"
#include "spill/resident_limit.h"
#include "spill/test_folder.h"

namespace doppel::spill {
namespace {

constexpr size_t kLeast = size_t{64} << 10;
constexpr uint64_t kNoLimit = UINT64_MAX;

class DiskMemoryTest : public testing::Test {
 protected:
  TestFolder folder_;
  std::unique_ptr<DiskMemory> memory_ =
      *DiskMemory::create(folder_.path("tables"), kNoLimit, kLeast);
};

TEST_F(DiskMemoryTest, holds_what_was_written_whatever_is_released) {
  Table<uint64_t> table(memory_.get());
  for (uint64_t i = 0; i < 300'000; ++i) {
    table.push_back(i * i);
    if (i % 50'000 == 0) memory_->release();
  }
  memory_->release();
  for (uint64_t i = 0; i < table.size(); ++i) ASSERT_EQ(table[i], i * i);
}

TEST_F(DiskMemoryTest, releasing_takes_blocks_out_of_the_process) {
  constexpr size_t kBytes = size_t{64} << 20;
  Table<char> table(kBytes, 'x', memory_.get());
  const uint64_t before = resident_bytes();
  memory_->release();
  EXPECT_LT(resident_bytes() + kBytes / 2, before);
  EXPECT_EQ(std::accumulate(table.begin(), table.end(), uint64_t{0}), kBytes * 'x');
}

TEST_F(DiskMemoryTest, stays_below_its_limit_when_eased) {
  constexpr uint64_t kMore = uint64_t{64} << 20;
  const uint64_t limit = resident_bytes() + kMore;
  auto memory = *DiskMemory::create(folder_.path("limited"), limit, kLeast);
  Table<uint64_t> table(4 * kMore / sizeof(uint64_t), memory.get());
  for (size_t i = 0; i < table.size(); ++i) {
    table[i] = i;
    if (i % 4096 != 0) continue;
    memory->ease();
    ASSERT_LT(resident_bytes(), limit);
  }
  for (size_t i = 0; i < table.size(); i += 1000) ASSERT_EQ(table[i], i);
}

TEST_F(DiskMemoryTest, a_small_block_is_usual_memory) {
  Table<char> small(kLeast - 1, memory_.get());
  EXPECT_EQ(memory_->bytes(), 0u);
  Table<char> large(kLeast, memory_.get());
  EXPECT_EQ(memory_->bytes(), kLeast);
}

TEST_F(DiskMemoryTest, takes_back_what_is_freed) {
  {
    Arena arena(kLeast, memory_.get());
    arena.copy(std::string(3 * kLeast, 'a'));
    arena.copy("b");
    EXPECT_GT(memory_->bytes(), 3 * kLeast);
  }
  EXPECT_EQ(memory_->bytes(), 0u);
}

TEST_F(DiskMemoryTest, leaves_no_file_behind) {
  Table<char> table(kLeast, memory_.get());
  EXPECT_TRUE(folder_.is_empty());
}

TEST_F(DiskMemoryTest, says_why_a_block_could_not_be_made) {
  EXPECT_TRUE(memory_->failure().ok());
  EXPECT_THROW(static_cast<void>(memory_->allocate(size_t{1} << 60)), std::bad_alloc);
  EXPECT_EQ(memory_->failure().code(), StatusCode::kIo);
  EXPECT_NE(memory_->failure().message().find("tables: "), std::string::npos);
  Table<char> table(kLeast, 'x', memory_.get());  // and goes on
  EXPECT_EQ(table.back(), 'x');
}

TEST(DiskMemory, needs_its_folder) {
  EXPECT_FALSE(DiskMemory::create("/nowhere/at/all", kNoLimit, kLeast));
}

}  // namespace
}  // namespace doppel::spill
