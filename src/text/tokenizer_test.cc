#include "text/tokenizer.h"

#include <gtest/gtest.h>

#include <random>

#include "doppel/text.h"
#include "text/code_points.h"
#include "text/folding.h"

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

// The definition, one code point at a time, without any fast path.
Words slow_tokens(const std::u32string& s) {
  Words out;
  std::u32string run;
  bool alone = false;
  auto end = [&] {
    if (run.empty()) return;
    out.emplace_back();
    text::append_folded(run, out.back());
    run.clear();
  };
  for (char32_t c : s) {
    text::Kind kind = text::code_point(c).kind;
    if (kind == text::Kind::kDropped) continue;
    if (kind != text::Kind::kMark) {
      if (kind == text::Kind::kSeparator || kind == text::Kind::kSpaceless || alone) end();
      alone = kind == text::Kind::kSpaceless;
    }
    if (kind != text::Kind::kSeparator) run.push_back(c);
  }
  end();
  return out;
}

std::string utf8(const std::u32string& s) {
  std::string out;
  for (char32_t c : s) {
    if (c < 0x80) {
      out += static_cast<char>(c);
    } else if (c < 0x800) {
      out += {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 63))};
    } else if (c < 0x10000) {
      out += {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 63)),
              static_cast<char>(0x80 | (c & 63))};
    } else {
      out += {static_cast<char>(0xF0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 63)),
              static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
    }
  }
  return out;
}

TEST(Tokenizer, fast_and_slow_path_agree) {
  constexpr char32_t kAlphabet[] = {'a',     'Z',     '7',    ' ',    '-',    0xAD,   0xC9,
                                    0xDF,    0x301,   0x345,  0x3A3,  0xE01,  0xE31,  0x1100,
                                    0x1161,  0x11A8,  0x200D, 0x2126, 0x2163, 0x3042, 0x3099,
                                    0x4E2D,  0xAC00,  0xFB01, 0xFF21, 0xFF76, 0xFF9E, 0xFFFD,
                                    0x1D400, 0x20000, 0x130,  0x1E9E, 0x37A,  0x13A0, 0xFDFA};
  std::mt19937_64 random(7);
  for (int round = 0; round < 50000; ++round) {
    std::u32string s;
    for (size_t n = random() % 12; n > 0; --n) s += kAlphabet[random() % std::size(kAlphabet)];
    ASSERT_EQ(tokens(utf8(s)), slow_tokens(s)) << utf8(s);
  }
}

// Blocks of 64 bytes: words and separators of every length at every place of a block, with and
// without a letter outside ASCII.
TEST(Tokenizer, blocks_change_nothing) {
  std::mt19937_64 random(9);
  for (int round = 0; round < 3000; ++round) {
    std::u32string s;
    while (s.size() < 200) {
      s.append(random() % (random() % 8 ? 8 : 150), U'Q');
      s.append(1 + random() % 3, random() % 2 ? U' ' : U',');
      if (random() % 12 == 0) s += U"é1中 \u00AD"[random() % 5];
    }
    s.resize(random() % 200);
    ASSERT_EQ(tokens(utf8(s)), slow_tokens(s)) << utf8(s);
  }
}

TEST(Tokenizer, every_ascii_byte_is_a_word_or_a_separator) {
  for (char32_t c = 0; c < 128; ++c) {
    std::u32string s = {U'a', c, U'b'};
    EXPECT_EQ(tokens(utf8(s)), slow_tokens(s)) << static_cast<int>(c);
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
