#include "similarity/sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace doppel::similarity {
namespace {

using Elements = std::vector<uint64_t>;

Elements subset(uint32_t bits) {
  Elements out;
  for (uint64_t i = 0; i < 32; ++i) {
    if (bits >> i & 1) out.push_back(i * 1000);
  }
  return out;
}

Similarity definition(uint32_t a, uint32_t b) {
  return {static_cast<uint32_t>(__builtin_popcount(a & b)),
          static_cast<uint32_t>(__builtin_popcount(a & ~b)),
          static_cast<uint32_t>(__builtin_popcount(b & ~a))};
}

constexpr Ratio kThresholds[] = {{1, 1000}, {1, 3}, {1, 2}, {2, 3}, {4, 5}, {19, 20}, {1, 1}};

void expect_agreement(const Elements& a, const Elements& b, const Similarity& truth) {
  ASSERT_EQ(similarity(a, b), truth);
  for (Ratio threshold : kThresholds) {
    auto found = similarity_at_least(a, b, threshold);
    ASSERT_EQ(found.has_value(), truth.at_least(threshold)) << threshold.to_string();
    if (found) {
      ASSERT_EQ(*found, truth);
    }
    ASSERT_TRUE(sizes_allow(a.size(), b.size(), threshold) || !truth.at_least(threshold));
  }
}

TEST(Sets, agree_with_the_definition_on_all_pairs_of_subsets_of_seven) {
  for (uint32_t a = 0; a < 128; ++a) {
    for (uint32_t b = 0; b < 128; ++b) expect_agreement(subset(a), subset(b), definition(a, b));
  }
}

TEST(Sets, agree_with_the_definition_on_random_sets) {
  std::mt19937 random(3);
  for (int round = 0; round < 5000; ++round) {
    uint32_t a = random(), b = random() % 2 ? random() : a ^ (1U << random() % 32);
    expect_agreement(subset(a), subset(b), definition(a, b));
  }
}

TEST(CompareWindows, counts_repeats) {
  Elements left = {1, 1, 1, 2, 5}, right = {1, 2, 2, 7};
  Comparison c = compare_windows(left, right);
  EXPECT_EQ(c.similarity, (Similarity{2, 1, 1}));
  EXPECT_EQ(c.dot, 3U * 1 + 1 * 2);
  EXPECT_EQ(c.left_square, 9U + 1 + 1);
  EXPECT_EQ(c.right_square, 1U + 4 + 1);
}

TEST(CompareWindows, equals_the_sets_when_nothing_repeats) {
  std::mt19937 random(5);
  for (int round = 0; round < 1000; ++round) {
    uint32_t a = random(), b = random();
    Comparison c = compare_windows(subset(a), subset(b));
    ASSERT_EQ(c.similarity, definition(a, b));
    ASSERT_EQ(c.dot, c.similarity.common);
    ASSERT_EQ(c.left_square, c.left_size());
  }
}

}  // namespace
}  // namespace doppel::similarity
