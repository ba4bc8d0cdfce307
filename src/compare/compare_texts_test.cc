#include <gtest/gtest.h>

#include "doppel/compare.h"

namespace doppel {
namespace {

TEST(CompareTexts, the_chapters_fox_pair_has_jaccard_two_fifths) {
  Comparison c = compare_texts("The quick brown fox jumps over the lazy dog",
                               "The quick brown fox leaps over the lazy dog", {.k = 3});
  EXPECT_EQ(c.similarity, (Similarity{4, 3, 3}));
  EXPECT_TRUE(c.similarity.at_least({2, 5}));
}

TEST(CompareTexts, edit_distance_counts_words) {
  EXPECT_EQ(word_edit_distance("The quick brown fox", "the QUICK red fox!"), 1U);
  EXPECT_EQ(word_edit_distance("a b c", ""), 3U);
  EXPECT_EQ(word_edit_distance("at 9:30", "at 10:45", {.mask_numbers = true}), 0U);
  EXPECT_EQ(word_edit_distance("a b c d e", "v w x y z", {}, 4), std::nullopt);
}

// One substituted word touches at most k windows, so J = (n - 2k + 1) / (n + 1) in a text of n
// words with no repeats: at k = 5 it falls below 4/5 in texts under 49 words.
TEST(CompareTexts, one_word_in_a_text_of_49_words_is_the_edge) {
  for (int words : {48, 49}) {
    std::string left, right;
    for (int i = 0; i < words; ++i) {
      left += "w" + std::to_string(i) + " ";
      right += (i == words / 2 ? "changed" : "w" + std::to_string(i)) + " ";
    }
    EXPECT_EQ(Predicate().holds(compare_texts(left, right)), words == 49) << words;
  }
}

}  // namespace
}  // namespace doppel
