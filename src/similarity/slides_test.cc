// The worked examples of S, on exact sets and on samples that hold them whole.
#include <gtest/gtest.h>

#include "similarity/sets.h"
#include "sketch/samples.h"

namespace doppel::similarity {
namespace {

using Rows = std::vector<uint64_t>;

// "Set similarity of sets C_i, C_j": rows 01 10 11 00 11 01.
TEST(Slides, two_columns_share_two_of_five_rows) {
  const Rows c1 = {2, 3, 5}, c2 = {1, 3, 5, 6};
  EXPECT_EQ(similarity(c1, c2), (Similarity{2, 1, 2}));
  EXPECT_TRUE(similarity(c1, c2).at_least({2, 5}));
  EXPECT_FALSE(similarity(c1, c2).at_least({3, 5}));
}

// "Example": the line Col-Col, 0.00 0.50 0.25.
TEST(Slides, three_columns_have_the_similarities_of_the_table) {
  const Rows c1 = {1, 3, 4}, c2 = {2, 5}, c3 = {1, 2, 4};
  EXPECT_EQ(similarity(c1, c2), (Similarity{0, 3, 2}));
  EXPECT_EQ(similarity(c1, c3), (Similarity{2, 1, 1}));
  EXPECT_EQ(similarity(c2, c3), (Similarity{1, 1, 2}));
}

// "From shingles to sketches": a sample that holds both sets gives their similarity itself.
TEST(Slides, both_sketch_options_agree_with_the_table_when_they_hold_everything) {
  const Rows c1 = {1, 3, 4}, c3 = {1, 2, 4};
  for (const auto& counts : {sketch::compare_bottom(c1, c3, 10), sketch::compare_mod(c1, c3, 1)}) {
    EXPECT_EQ(counts.common, 2u);
    EXPECT_EQ(counts.seen, 4u);
    EXPECT_TRUE(counts.exact);
  }
}

}  // namespace
}  // namespace doppel::similarity
