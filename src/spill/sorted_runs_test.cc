#include "spill/sorted_runs.h"

#include <gtest/gtest.h>

#include <random>

#include "support/temp_folder.h"

namespace doppel::spill {
namespace {

using support::TempFolder;

struct Wide {
  uint32_t a, b, c;
  friend auto operator<=>(const Wide&, const Wide&) = default;
};

template <typename Record>
std::vector<Record> merged(const SortedRuns<Record>& runs, uint32_t section) {
  std::vector<Record> out;
  auto merger = runs.merge(section);
  for (;;) {
    auto record = merger.next();
    EXPECT_TRUE(record);
    if (!record || !*record) return out;
    out.push_back(**record);
  }
}

class SortedRunsTest : public testing::Test {
 protected:
  TempFolder folder_;
  io::TemporaryFile file_ = *io::TemporaryFile::create(folder_.path("runs"));
};

TEST_F(SortedRunsTest, sorts_as_sort_does_in_any_memory) {
  std::mt19937_64 random(7);
  for (uint64_t memory : {1u, 100u, 4096u, 100000u, 10000000u}) {
    for (size_t count : {0u, 1u, 2u, 1000u, 3000u}) {
      SortedRuns<uint64_t> runs(file_, 3, memory);
      std::vector<uint64_t> expected[3];
      for (size_t i = 0; i < count; ++i) {
        const auto section = static_cast<uint32_t>(random() % 3);
        const uint64_t value = random() % 1000;  // some repeat
        expected[section].push_back(value);
        ASSERT_TRUE(runs.add(section, value).ok());
      }
      ASSERT_TRUE(runs.finish().ok());
      for (uint32_t section = 0; section < 3; ++section) {
        std::sort(expected[section].begin(), expected[section].end());
        EXPECT_EQ(merged(runs, section), expected[section]) << memory << " " << count;
      }
    }
  }
}

TEST_F(SortedRunsTest, sorts_records_of_several_numbers) {
  std::mt19937 random(1);
  auto digit = [&] { return static_cast<uint32_t>(random() % 50); };
  SortedRuns<Wide> runs(file_, 1, 5000);
  std::vector<Wide> expected;
  for (int i = 0; i < 5000; ++i) {
    expected.push_back({digit(), digit(), digit()});
    ASSERT_TRUE(runs.add(0, expected.back()).ok());
  }
  ASSERT_TRUE(runs.finish().ok());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(merged(runs, 0), expected);
  EXPECT_GT(file_.size(), 0u);
}

TEST_F(SortedRunsTest, does_not_touch_the_disk_while_memory_is_enough) {
  SortedRuns<uint64_t> runs(file_, 1, 8000);
  for (uint64_t i = 0; i < 999; ++i) ASSERT_TRUE(runs.add(0, 999 - i).ok());
  ASSERT_TRUE(runs.finish().ok());
  EXPECT_EQ(merged(runs, 0).size(), 999u);
  EXPECT_EQ(file_.size(), 0u);
}

// Stored: the bytes of docs/design/spill.md.
TEST_F(SortedRunsTest, writes_runs_section_by_section) {
  SortedRuns<uint64_t> runs(file_, 2, 32);
  for (uint64_t value : {9u, 3u, 7u}) ASSERT_TRUE(runs.add(0, value).ok());
  ASSERT_TRUE(runs.add(1, 5).ok());
  std::vector<uint64_t> written(4);
  ASSERT_EQ(file_.size(), 32u);
  ASSERT_TRUE(file_.read(0, {reinterpret_cast<char*>(written.data()), 32}).ok());
  EXPECT_EQ(written, (std::vector<uint64_t>{3, 7, 9, 5}));
}

}  // namespace
}  // namespace doppel::spill
