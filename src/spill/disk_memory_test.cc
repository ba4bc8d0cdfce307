#include "spill/disk_memory.h"

#include <gtest/gtest.h>

#include <chrono>
#include <new>
#include <numeric>
#include <thread>
#include <vector>

#include "base/arena.h"
#include "support/temp_folder.h"

namespace doppel::spill {
namespace {

using support::TempFolder;

constexpr size_t kLeast = size_t{64} << 10;
constexpr uint64_t kNoLimit = UINT64_MAX;

class DiskMemoryTest : public testing::Test {
 protected:
  TempFolder folder_;
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
  EXPECT_EQ(memory_->resident(), kBytes);
  memory_->release();
  EXPECT_EQ(memory_->resident(), 0u);
  EXPECT_EQ(std::accumulate(table.begin(), table.end(), uint64_t{0}), kBytes * 'x');
}

TEST_F(DiskMemoryTest, stays_below_its_limit_when_eased) {
  constexpr uint64_t kLimit = uint64_t{64} << 20;
  auto memory = *DiskMemory::create(folder_.path("limited"), kLimit, kLeast);
  Table<uint64_t> table(memory.get());
  table.reserve(4 * kLimit / sizeof(uint64_t));
  while (table.size() < table.capacity()) {
    table.push_back(table.size());
    if (table.size() % 4096 != 0) continue;
    memory->trim_resident();
    ASSERT_LT(memory->resident(), kLimit);
  }
  for (size_t i = 0; i < table.size(); i += 1000) ASSERT_EQ(table[i], i);
}

// Two runs in one process, and whatever else is in it.
TEST_F(DiskMemoryTest, what_others_hold_does_not_count) {
  constexpr uint64_t kLimit = uint64_t{32} << 20;
  auto mine = *DiskMemory::create(folder_.path("mine"), kLimit, kLeast);
  const Table<char> table(kLimit / 4, 'x', mine.get());
  const Table<char> of_another_run(4 * kLimit, 'x', memory_.get());
  const std::vector<char> of_the_process(4 * kLimit, 'x');
  for (int i = 0; i < 100; ++i) {
    mine->trim_resident();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_EQ(mine->resident(), kLimit / 4);
  }
  EXPECT_EQ(memory_->resident(), 4 * kLimit);
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
