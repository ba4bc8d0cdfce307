#include "check/token_windows.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "doppel/compare.h"

namespace doppel::checks {
namespace {

Similarity counted(std::string_view left, std::string_view right, const TextRules& rules = {}) {
  text::Tokens a, b;
  text::tokenize(left, rules.mask_numbers, a);
  text::tokenize(right, rules.mask_numbers, b);
  return count_on_tokens(a, b, rules);
}

TEST(TokenWindows, are_counted_once_each) {
  EXPECT_EQ(counted("a b a b a b", "a b", {.k = 2}), (Similarity{1, 1, 0}));
  EXPECT_EQ(counted("one two three", "one two three"), (Similarity{1, 0, 0}));
  EXPECT_EQ(counted("", ""), Similarity());
  EXPECT_EQ(counted("one", ""), (Similarity{0, 1, 0}));
}

// A short text is one window of all its words, which is not a part of a longer window.
TEST(TokenWindows, of_other_lengths_are_different) {
  EXPECT_EQ(counted("one two three four", "one two three four five six"), (Similarity{0, 1, 2}));
}

TEST(TokenWindows, know_where_a_word_ends) {
  EXPECT_EQ(counted("ab c", "a bc", {.k = 2}), (Similarity{0, 1, 1}));
}

// 64-bit hashes do not collide among so few words, so both ways of counting must agree.
TEST(TokenWindows, agree_with_the_counts_of_hashes) {
  std::mt19937 random(17);
  const std::vector<std::string> vocabulary = {"a", "b", "ab", "Zürich", "日本", "7", "1984", "é"};
  auto text = [&] {
    std::string out;
    for (size_t n = random() % 30; n > 0; --n)
      out += vocabulary[random() % vocabulary.size()] + " ";
    return out;
  };
  for (int round = 0; round < 2000; ++round) {
    TextRules rules;
    rules.k = 1 + random() % 4;
    rules.unit = random() % 2 == 0 ? Unit::kWord : Unit::kChar;
    rules.padding = random() % 2 == 0 ? Padding::kNone : Padding::kAlways;
    rules.mask_numbers = random() % 2 == 0;
    const std::string left = text(), right = text();
    EXPECT_EQ(counted(left, right, rules), compare_texts(left, right, rules).similarity)
        << left << "| " << right;
  }
}

}  // namespace
}  // namespace doppel::checks
