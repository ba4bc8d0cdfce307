#include "text/tokenizer.h"

#include <gtest/gtest.h>

#include <random>

#include "doppel/text.h"
#include "text/definition.h"

namespace doppel {
namespace {

using Words = std::vector<std::string>;

TEST(Tokenizer, words_are_runs_of_letters_marks_and_numbers) {
  EXPECT_EQ(tokens("Hello, World-2 foo_bar"), (Words{"hello", "world", "2", "foo", "bar"}));
  EXPECT_EQ(tokens(""), Words{});
}

TEST(Tokenizer, spaceless_letters_are_tokens_with_their_marks) {
  EXPECT_EQ(tokens("abc中文def"), (Words{"abc", "中", "文", "def"}));
  EXPECT_EQ(tokens("ｶﾞ"), (Words{"ガ"}));  // half-width letter and voicing mark compose
}

TEST(Tokenizer, invalid_bytes_separate) {
  EXPECT_EQ(tokens("ab\xFF"
                   "cd"),
            (Words{"ab", "cd"}));
  EXPECT_EQ(tokens("ab\xE2\x82"), (Words{"ab"}));
  EXPECT_EQ(tokens("\xED\xA0\x80x"), (Words{"x"}));
}

TEST(Tokenizer, invalid_sequences_are_shown_as_replacement_characters) {
  EXPECT_EQ(valid_utf8("a\xFF\xE2\x82z"), "a\xEF\xBF\xBD\xEF\xBF\xBDz");
  EXPECT_EQ(valid_utf8("plain \xC3\xA9"), "plain \xC3\xA9");
}

TEST(Tokenizer, says_what_the_definition_says) {
  constexpr char32_t kAlphabet[] = {'a',     'Z',     '7',    ' ',    '-',    0xAD,   0xC9,
                                    0xDF,    0x301,   0x345,  0x3A3,  0xE01,  0xE31,  0x1100,
                                    0x1161,  0x11A8,  0x200D, 0x2126, 0x2163, 0x3042, 0x3099,
                                    0x4E2D,  0xAC00,  0xFB01, 0xFF21, 0xFF76, 0xFF9E, 0xFFFD,
                                    0x1D400, 0x20000, 0x130,  0x1E9E, 0x37A,  0x13A0, 0xFDFA};
  std::mt19937_64 random(7);
  for (int round = 0; round < 50000; ++round) {
    std::u32string s;
    for (size_t n = random() % 12; n > 0; --n) s += kAlphabet[random() % std::size(kAlphabet)];
    const std::string text = text::utf8_of(s);
    ASSERT_EQ(tokens(text), text::tokens_by_definition(text)) << text;
  }
}

TEST(Tokenizer, a_buffer_can_be_used_again) {
  text::Tokens buffer;
  text::tokenize("one two three", false, buffer);
  text::tokenize("four", false, buffer);
  ASSERT_EQ(buffer.size(), 1U);
  EXPECT_EQ(buffer[0], "four");
}

}  // namespace
}  // namespace doppel
