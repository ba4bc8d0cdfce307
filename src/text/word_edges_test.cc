#include "text/word_edges.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <string>
#include <vector>

#include "text/bit_positions.h"

namespace doppel::text {
namespace {

using Strings = std::vector<std::string>;

// The words of a text of one piece; words with bytes beyond ASCII are in brackets.
Strings words_of(std::string_view text) {
  WordEdges found;
  find_words(text, found);
  EXPECT_EQ(found.bytes, text.size());
  Strings out;
  for (size_t i = 0, other = 0; i < found.words; ++i) {
    std::string word(text.substr(found.begin(i), found.end(i) - found.begin(i)));
    const bool is_other = other < found.others && found.other_words[other] == i;
    out.push_back(is_other ? "[" + word + "]" : word);
    other += is_other;
  }
  return out;
}

TEST(WordEdges, are_where_letters_and_digits_begin_and_end) {
  EXPECT_EQ(words_of("the Lazy dog, 42"), (Strings{"the", "Lazy", "dog", "42"}));
  EXPECT_EQ(words_of(""), Strings{});
  EXPECT_EQ(words_of("@[`{/:"), Strings{});
}

TEST(WordEdges, tell_which_words_are_not_ascii) {
  EXPECT_EQ(words_of("un café noir où"), (Strings{"un", "[café]", "noir", "[où]"}));
}

TEST(WordEdges, common_separators_separate) {
  EXPECT_EQ(words_of("“It’s”\u00A0here — now…"), (Strings{"It", "s", "here", "now"}));
  // Separators that are not common are left to the tokenizer, and so are code points that are no
  // separators.
  EXPECT_EQ(words_of("a。b x\u200By m\u00AAn"), (Strings{"[a。b]", "[x\u200By]", "[m\u00AAn]"}));
}

TEST(WordEdges, a_separator_may_begin_in_one_block_and_end_in_the_next) {
  for (size_t size = 58; size < 70; ++size) {
    const std::string a(size, 'a');
    EXPECT_EQ(words_of(a + "’b c"), (Strings{a, "b", "c"})) << size;
  }
}

TEST(WordEdges, a_word_may_go_through_blocks) {
  const std::string a(70, 'a'), b(200, 'b');
  EXPECT_EQ(words_of(a + " " + b), (Strings{a, b}));
  EXPECT_EQ(words_of(a + "é" + b + " c"), (Strings{"[" + a + "é" + b + "]", "c"}));
}

TEST(WordEdges, a_piece_ends_before_a_word_that_does_not) {
  const std::string text = std::string(WordEdges::kPiece - 3, ' ') + "abcdef";
  WordEdges found;
  find_words(text, found);
  EXPECT_EQ(found.words, 0U);
  EXPECT_EQ(found.bytes, WordEdges::kPiece - 3);
  find_words(std::string(WordEdges::kPiece + 1, 'x'), found);
  EXPECT_EQ(found.bytes, 0U);
}

TEST(BitPositions, count_and_name_the_ones_of_a_mask) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 1000; ++round) {
    const uint64_t bits = random() & (round % 2 ? random() : ~uint64_t{0});
    const uint64_t counts = running_counts(bits);
    for (int i = 0; i < 64; i += 8) {
      EXPECT_EQ(counts >> i & 0xFF, static_cast<uint64_t>(std::popcount(bits << (56 - i))));
    }
  }
  EXPECT_EQ(running_counts(~uint64_t{0}) >> 56, 64U);
  EXPECT_EQ(kBitPositions[0b10010010], (std::array<uint8_t, 8>{1, 4, 7}));
}

}  // namespace
}  // namespace doppel::text
