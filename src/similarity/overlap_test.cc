#include "similarity/overlap.h"

#include <gtest/gtest.h>

#include "similarity/sets.h"
#include "support/random_sets.h"

namespace doppel::similarity {
namespace {

using support::edited;
using support::random_set;
using support::sorted;

constexpr Ratio kThresholds[] = {{1, 10}, {1, 2}, {4, 5}, {19, 20}, {1, 1}};

void expect_agreement(const std::vector<uint64_t>& left, const std::vector<uint64_t>& right,
                      TableHash hash) {
  Overlap overlap(hash);
  overlap.set_left(left);
  for (Ratio threshold : kThresholds) {
    ASSERT_EQ(
        overlap.with(right, threshold),
        similarity::similarity_at_least(support::sorted(left), support::sorted(right), threshold));
  }
}

TEST(Overlap, agrees_with_sorted_sets_on_all_subsets_of_seven) {
  std::mt19937_64 random(1);
  for (uint32_t a = 0; a < 128; ++a) {
    for (uint32_t b = 0; b < 128; ++b) {
      std::vector<uint64_t> left, right;
      for (uint32_t i = 0; i < 7; ++i) {
        if (a >> i & 1) left.push_back(i * 0x9E3779B97F4A7C15);
        if (b >> i & 1) right.push_back(i * 0x9E3779B97F4A7C15);
      }
      std::shuffle(right.begin(), right.end(), random);
      expect_agreement(left, right, TableHash::usual());
    }
  }
}

TEST(Overlap, agrees_with_sorted_sets_at_random) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 2000; ++round) {
    auto left = support::random_set(random() % 400, random);
    auto right = support::edited(left, random() % 60, random() % 60, random);
    if (round % 3 == 0) std::shuffle(right.begin(), right.end(), random);
    if (round % 7 == 0) std::rotate(right.begin(), right.begin() + right.size() / 2, right.end());
    expect_agreement(left, right, TableHash::usual());
  }
}

TEST(Overlap, does_not_depend_on_where_its_entries_stand) {
  std::mt19937_64 random(3);
  auto left = support::random_set(200, random), right = support::edited(left, 10, 15, random);
  expect_agreement(left, right, TableHash::zero());
}

TEST(Overlap, collects_each_window_once_in_order_of_first_appearance) {
  Overlap overlap;
  std::vector<uint64_t> windows = {7, 3, 7, 9, 3, 1, 9};
  std::vector<uint64_t> fixed = {70, 30, 70, 30, 30, 10, 30};  // 3 and 9 collide there
  ShingleSet set = overlap.collect({windows, fixed});
  EXPECT_EQ(std::vector(set.keyed.begin(), set.keyed.end()), (std::vector<uint64_t>{7, 3, 9, 1}));
  EXPECT_EQ(std::vector(set.fixed.begin(), set.fixed.end()),
            (std::vector<uint64_t>{70, 30, 30, 10}));
  EXPECT_EQ(overlap.with(std::vector<uint64_t>{1, 3, 7, 9}, {1, 1}), (Similarity{4, 0, 0}));
  EXPECT_EQ(overlap.collect({}).size(), 0U);
}

}  // namespace
}  // namespace doppel::similarity
