#include "similarity/parity_bitmap.h"

#include <gtest/gtest.h>

#include "similarity/sets.h"
#include "support/random_sets.h"

namespace doppel::similarity {
namespace {

using support::edited;
using support::random_set;
using support::sorted;

std::vector<uint64_t> parity_of(const std::vector<uint64_t>& set) {
  std::vector<uint64_t> out(parity_words(set.size()));
  make_parity(set, out);
  return out;
}

uint64_t symmetric_difference(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  Similarity s = similarity::similarity(support::sorted(a), support::sorted(b));
  return uint64_t{s.left_only} + s.right_only;
}

TEST(ParityBitmap, has_one_and_a_quarter_bits_an_element_or_more) {
  EXPECT_EQ(parity_words(0), 8U);
  EXPECT_EQ(parity_words(409), 8U);
  EXPECT_EQ(parity_words(410), 8U);
  EXPECT_EQ(parity_words(411), 16U);
  EXPECT_EQ(parity_words(10'000'000), (size_t{1} << 24) / 64);
}

TEST(ParityBitmap, never_differs_in_more_bits_than_the_sets_in_elements) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 3000; ++round) {
    auto left = support::random_set(random() % 1200, random);
    auto right = support::edited(left, random() % 300, random() % 300, random);
    EXPECT_LE(parity_difference(parity_of(left), parity_of(right)),
              symmetric_difference(left, right));
  }
}

TEST(ParityBitmap, equals_its_sets_when_they_are_equal_in_any_order) {
  std::mt19937_64 random(2);
  auto set = support::random_set(500, random), other = set;
  std::shuffle(other.begin(), other.end(), random);
  EXPECT_EQ(parity_of(set), parity_of(other));
}

TEST(ParityBitmap, folds_to_the_bitmap_of_half_the_length) {
  std::mt19937_64 random(3);
  auto set = support::random_set(2000, random);
  std::vector<uint64_t> wide = parity_of(set), narrow(wide.size() / 4);
  for (size_t i = 0; i < wide.size(); ++i) narrow[i % narrow.size()] ^= wide[i];
  EXPECT_EQ(parity_difference(wide, narrow), 0U);
  narrow[3] ^= 16;
  EXPECT_EQ(parity_difference(wide, narrow), 1U);
  EXPECT_EQ(parity_difference(narrow, wide), 1U);
}

// The filter as it is used: whatever it drops is no pair.
TEST(ParityBitmap, loses_no_pair_at_any_threshold) {
  std::mt19937_64 random(4);
  size_t dropped = 0, pairs = 0;
  for (int round = 0; round < 6000; ++round) {
    size_t size = 1 + random() % 900;
    auto left = support::random_set(size, random);
    auto right =
        support::edited(left, random() % (size / 3 + 1), random() % (size / 3 + 1), random);
    if (right.empty()) continue;
    Similarity truth = similarity::similarity(support::sorted(left), support::sorted(right));
    uint64_t difference = parity_difference(parity_of(left), parity_of(right));
    for (Ratio threshold : {Ratio{1, 2}, {7, 10}, {4, 5}, {19, 20}, {1, 1}}) {
      bool allowed = difference_allows(left.size(), right.size(), difference, threshold);
      if (truth.at_least(threshold)) {
        ++pairs;
        ASSERT_TRUE(allowed) << size << " " << threshold.to_string();
      }
      dropped += !allowed;
    }
  }
  EXPECT_GT(dropped, 1000U);
  EXPECT_GT(pairs, 1000U);
}

// With the true difference in place of the bound, the inequality is the predicate itself.
TEST(ParityBitmap, the_inequality_is_the_predicate) {
  for (uint32_t common = 0; common < 12; ++common) {
    for (uint32_t left = 0; left < 12; ++left) {
      for (uint32_t right = 0; right < 12; ++right) {
        Similarity s{common, left, right};
        if (s.in_union() == 0) continue;
        for (Ratio threshold :
             {Ratio{1, 3}, {1, 2}, {4, 5}, {999'999'999, 1'000'000'000}, {1, 1}}) {
          EXPECT_EQ(difference_allows(common + left, common + right, left + right, threshold),
                    s.at_least(threshold));
        }
      }
    }
  }
}

}  // namespace
}  // namespace doppel::similarity
