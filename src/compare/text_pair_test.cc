#include "compare/text_pair.h"

#include <gtest/gtest.h>

namespace doppel::compare {
namespace {

constexpr std::string_view kLeft = "The quick brown fox jumps over the lazy dog";
constexpr std::string_view kRight = "The quick brown fox leaps over the lazy dog";

TEST(TextPair, compares_under_the_rules_it_is_asked_for) {
  TextPair pair(kLeft, kRight);
  EXPECT_EQ(pair.comparison({.k = 3}).similarity, (Similarity{4, 3, 3}));
  EXPECT_EQ(pair.comparison({.k = 1}).similarity, (Similarity{7, 1, 1}));
  EXPECT_EQ(pair.comparison({.k = 3}).similarity, (Similarity{4, 3, 3}));
}

TEST(TextPair, signs_under_the_rules_it_is_asked_for) {
  TextPair pair(kLeft, kRight);
  EXPECT_EQ(pair.signatures({.bins = 64}).left, *sign(kLeft, {.bins = 64}));
  EXPECT_EQ(pair.signatures({.bins = 256}).right, *sign(kRight, {.bins = 256}));
}

TEST(TextPair, finds_the_changed_word) {
  TextPair pair(kLeft, kRight);
  EXPECT_EQ(pair.left_words()[4], "jumps");
  EXPECT_EQ(pair.differences(), (std::vector<similarity::Stretch>{
                                    {true, 0, 4, 0, 4}, {false, 4, 5, 4, 5}, {true, 5, 9, 5, 9}}));
}

TEST(TextPair, masks_numbers_where_the_rules_do) {
  TextPair pair("at 9:30", "at 10:45", {.mask_numbers = true});
  EXPECT_EQ(pair.differences(), (std::vector<similarity::Stretch>{{true, 0, 2, 0, 2}}));
}

TEST(TextPair, decides_a_composite_predicate) {
  TextPair pair(kLeft, kRight);
  auto yes = similarity::CompositePredicate::parse(
      "all of (jaccard(word,1) >= 7/9; minhash(word,1,128) >= 1/2)");
  ASSERT_TRUE(yes);
  EXPECT_TRUE(yes->holds(pair));
}

}  // namespace
}  // namespace doppel::compare
