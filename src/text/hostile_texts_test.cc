// Is tokenising linear for every text? Normalisation sorts consecutive marks by insertion, so its
// steps are counted as the sum of the squares of the lengths of such sequences. Each shape of text
// is made of n pieces and of 4 n pieces and may take at most five times as many steps, for each
// path that a token can take.
#include <gtest/gtest.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <string>

#include "text/definition.h"
#include "text/shingle_key.h"
#include "text/tokenizer.h"

namespace doppel::text {
namespace {

struct Shape {
  const char* name;
  std::u32string begin, piece;
};

const Shape kShapes[] = {
    {"marks_after_a_letter", U"a", U"\u0301\u0323"},
    {"marks_at_the_beginning", U"", U"\u0323\u0301"},
    {"marks_with_dropped_code_points_between", U"a", U"\u0301\u200D\u0323\u00AD"},
    {"marks_after_a_spaceless_letter", U"\u4E00", U"\u3099\u0301\u0323"},
    {"half_width_voicing_marks", U"\uFF76", U"\uFF9E"},
    {"marks_that_are_taken_apart", U"a", U"\u0344"},
    {"marks_that_fold_to_letters", U"a", U"\u0345\u0301"},
    {"marks_that_are_not_sorted", U"a", U"\u0903\u20DD"},
    {"letters_under_marks", U"", U"e\u0301\u0323"},
    {"letters_that_are_taken_apart", U"", U"\u1FA7"},
    {"a_letter_that_becomes_four_words", U"", U"\uFDFA"},
    {"leading_jamo", U"", U"\u1112"},
    {"vowels_of_jamo", U"\u1112", U"\u1161"},
    {"trailing_jamo", U"\uAC00", U"\u11A8"},
    {"syllables_of_jamo", U"", U"\u1112\u1161\u11AB"},
    {"one_word_of_ascii", U"", U"Ab"},
    {"spaceless_letters", U"", U"\u4E00"},
    {"dropped_code_points", U"a", U"\u200B"},
    {"digits", U"", U"12:34"},
};

class HostileTexts : public testing::TestWithParam<Shape> {
 protected:
  // The steps of normalising the tokens, and one for each of their code points.
  static uint64_t steps(size_t pieces, bool mask_numbers) {
    std::u32string text = GetParam().begin;
    for (size_t i = 0; i < pieces; ++i) text += GetParam().piece;
    Tokens tokens;
    tokenize(utf8_of(text), mask_numbers, tokens);
    TokenHashes hashes;
    hash_tokens(utf8_of(text), mask_numbers, ShingleKey::of_process(), hashes);
    EXPECT_EQ(hashes.size(), tokens.size());
    uint64_t out = 0;
    for (size_t i = 0; i < tokens.size(); ++i) out += sorting_steps(tokens[i]);
    return out;
  }

 private:
  static uint64_t sorting_steps(std::string_view token) {
    UErrorCode error = U_ZERO_ERROR;
    icu::UnicodeString apart;
    icu::Normalizer2::getNFKDInstance(error)->normalize(
        icu::UnicodeString::fromUTF8(icu::StringPiece(token.data(), token.size())), apart, error);
    EXPECT_TRUE(U_SUCCESS(error));
    uint64_t out = 0, row = 0;
    for (int32_t i = 0; i < apart.length(); i = apart.moveIndex32(i, 1)) {
      row = u_getCombiningClass(apart.char32At(i)) == 0 ? 0 : row + 1;
      out += 1 + row;
    }
    return out;
  }
};

TEST_P(HostileTexts, are_normalised_in_steps_in_proportion) {
  constexpr size_t kPieces = 1000;
  for (bool mask_numbers : {false, true}) {
    const uint64_t small = steps(kPieces, mask_numbers), large = steps(4 * kPieces, mask_numbers);
    EXPECT_GT(small, 0U);
    EXPECT_LT(large, 5 * small);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, HostileTexts, testing::ValuesIn(kShapes),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace doppel::text
