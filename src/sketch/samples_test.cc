#include "sketch/samples.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

using Values = std::vector<uint64_t>;

TEST(Samples, bottom_holds_the_smallest_distinct_values) {
  TableRandom random(8);
  for (size_t size : {0, 1, 5, 99, 1000, 5000}) {
    Values values(size);
    for (uint64_t& value : values) value = random.next() % 3000;  // with repeats
    for (size_t m : {1, 2, 7, 128, 6000}) {
      Values expected = values;
      std::sort(expected.begin(), expected.end());
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      if (expected.size() > m) expected.resize(m);
      ASSERT_EQ(bottom_sketch(values, m), expected) << size << " " << m;
    }
  }
}

TEST(Samples, bottom_copes_with_zero_and_the_largest_value) {
  const uint64_t top = ~uint64_t{0};
  EXPECT_EQ(bottom_sketch(Values{0, 0, 0, 5, 0, 3}, 1), Values{0});
  EXPECT_EQ(bottom_sketch(Values{top, top, top}, 2), Values{top});
}

TEST(Samples, mod_holds_the_multiples) {
  const Values values = {12, 7, 8, 0, 12, 9, 16};
  EXPECT_EQ(mod_sketch(values, 4), (Values{0, 8, 12, 16}));
  EXPECT_EQ(mod_sketch(values, 3), (Values{0, 9, 12}));
  EXPECT_EQ(mod_sketch(values, 1), (Values{0, 7, 8, 9, 12, 16}));
  EXPECT_EQ(mod_sketch(values, 5), (Values{0}));
}

TEST(Samples, bottom_counts_the_smallest_of_the_union) {
  // The four smallest of the union are 1 2 3 4; 2 and 4 are in both.
  SampleCounts counts = compare_bottom(Values{1, 2, 4, 9}, Values{2, 3, 4, 8}, 4);
  EXPECT_EQ(counts.common, 2u);
  EXPECT_EQ(counts.seen, 4u);
  EXPECT_FALSE(counts.exact);
}

TEST(Samples, bottom_is_exact_when_both_sets_are_held_whole) {
  SampleCounts counts = compare_bottom(Values{1, 2, 4}, Values{2, 3, 5}, 4);
  EXPECT_EQ(counts.common, 1u);
  EXPECT_EQ(counts.seen, 5u);
  EXPECT_TRUE(counts.exact);
  EXPECT_FALSE(compare_bottom(Values{1, 2, 4, 5}, Values{2, 3, 5}, 4).exact);
}

TEST(Samples, mod_says_nothing_of_an_empty_union) {
  EXPECT_EQ(compare_mod({}, {}, 8).seen, 0u);
  SampleCounts counts = compare_mod(Values{8, 16}, Values{16, 24}, 8);
  EXPECT_EQ(counts.common, 1u);
  EXPECT_EQ(counts.seen, 3u);
}

}  // namespace
}  // namespace doppel::sketch
