#include "similarity/differences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace doppel::similarity {
namespace {

using Words = std::vector<uint64_t>;

size_t longest_common_subsequence(const Words& a, const Words& b) {
  std::vector<std::vector<size_t>> table(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1
                                         : std::max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[a.size()][b.size()];
}

// They cover both, take turns, and `same` means the same; how many words they say are common.
size_t check_runs(const Words& left, const Words& right, const std::vector<Stretch>& runs) {
  size_t l = 0, r = 0, common = 0;
  for (size_t i = 0; i < runs.size(); ++i) {
    const Stretch& run = runs[i];
    EXPECT_EQ(run.left_begin, l);
    EXPECT_EQ(run.right_begin, r);
    EXPECT_TRUE(run.left_end > l || run.right_end > r) << "an empty run";
    if (i > 0) {
      EXPECT_NE(run.same, runs[i - 1].same);
    }
    if (run.same) {
      EXPECT_TRUE(std::equal(left.begin() + static_cast<std::ptrdiff_t>(l),
                             left.begin() + static_cast<std::ptrdiff_t>(run.left_end),
                             right.begin() + static_cast<std::ptrdiff_t>(r),
                             right.begin() + static_cast<std::ptrdiff_t>(run.right_end)));
      common += run.left_end - l;
    }
    l = run.left_end, r = run.right_end;
  }
  EXPECT_EQ(l, left.size());
  EXPECT_EQ(r, right.size());
  return common;
}

TEST(Differences, show_a_changed_word) {
  EXPECT_EQ(differences(Words{1, 2, 3}, Words{1, 9, 3}),
            (std::vector<Stretch>{{true, 0, 1, 0, 1}, {false, 1, 2, 1, 2}, {true, 2, 3, 2, 3}}));
}

TEST(Differences, of_equal_and_of_empty_sequences) {
  EXPECT_EQ(differences(Words{1, 2}, Words{1, 2}), (std::vector<Stretch>{{true, 0, 2, 0, 2}}));
  EXPECT_EQ(differences({}, {}), std::vector<Stretch>{});
  EXPECT_EQ(differences({}, Words{5}), (std::vector<Stretch>{{false, 0, 0, 0, 1}}));
}

TEST(Differences, are_as_few_as_the_table_allows) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 3000; ++trial) {
    Words left(random() % 13), right(random() % 13);
    const uint64_t letters = 2 + random() % 4;
    for (uint64_t& w : left) w = random() % letters;
    for (uint64_t& w : right) w = random() % letters;
    ASSERT_EQ(check_runs(left, right, differences(left, right)),
              longest_common_subsequence(left, right));
  }
}

TEST(Differences, give_up_the_middle_beyond_the_limit) {
  Words left(300), right(300);
  for (size_t i = 0; i < 300; ++i) left[i] = i, right[i] = i < 10 || i >= 290 ? i : 1000 + i;
  EXPECT_EQ(differences(left, right, 20),
            (std::vector<Stretch>{
                {true, 0, 10, 0, 10}, {false, 10, 290, 10, 290}, {true, 290, 300, 290, 300}}));
}

}  // namespace
}  // namespace doppel::similarity
