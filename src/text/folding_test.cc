#include "text/folding.h"

#include <gtest/gtest.h>
#include <unicode/utf8.h>

#include <random>

#include "text/code_points.h"

namespace doppel::text {
namespace {

std::string fold(std::u32string_view run) {
  std::string out;
  append_folded(run, out);
  return out;
}

TEST(Folding, known_answers) {
  EXPECT_EQ(fold(U"ABC"), "abc");
  EXPECT_EQ(fold(U"Straße"), "strasse");
  EXPECT_EQ(fold(U"ﬁne"), "fine");
  EXPECT_EQ(fold(U"ＡＢ"), "ab");
  EXPECT_EQ(fold(U"E\u0301"), "é");
  EXPECT_EQ(fold(U"ΣΑΣ"), "σασ");
  EXPECT_EQ(fold(U"²"), "2");
  EXPECT_EQ(fold(U"İ"), "i\u0307");
}

TEST(Folding, a_folded_run_is_stable) {
  for (std::u32string_view run : {U"ﬁ", U"ẞ", U"ǅ", U"\u0345Α", U"ϓ", U"Ω", U"İ", U"ﷺ"}) {
    std::string once = fold(run);
    std::u32string again;
    for (size_t at = 0, size = once.size(); at < size;) {
      UChar32 c;
      U8_NEXT_OR_FFFD(once.data(), at, size, c);
      again.push_back(static_cast<char32_t>(c));
    }
    EXPECT_EQ(fold(again), once);
  }
}

// The claim of code_points.cc for single code points: what the table says is what ICU says.
TEST(CodePoint, plain_folds_equal_the_slow_fold_of_every_code_point) {
  size_t plain = 0;
  for (char32_t c = 0; c < 0x10000; ++c) {
    CodePoint point = code_point(c);
    if (!point.plain()) continue;
    ++plain;
    ASSERT_EQ(point.folded(), fold(std::u32string_view(&c, 1))) << std::hex << uint32_t{c};
  }
  EXPECT_GT(plain, 50000U);  // nearly all letters are plain: the fast path is the common one
}

// And for runs: concatenation commutes with folding.
TEST(CodePoint, runs_of_plain_code_points_fold_code_point_by_code_point) {
  std::mt19937_64 random(1);
  std::vector<char32_t> plain;
  for (char32_t c = 0; c < 0x10000; ++c) {
    if (code_point(c).plain()) plain.push_back(c);
  }
  for (int round = 0; round < 20000; ++round) {
    std::u32string run;
    std::string expected;
    for (size_t n = 1 + random() % 6; n > 0; --n) {
      run.push_back(plain[random() % plain.size()]);
      expected.append(code_point(run.back()).folded());
    }
    ASSERT_EQ(fold(run), expected);
  }
}

TEST(CodePoint, kinds_at_the_edges_of_the_rules) {
  EXPECT_EQ(code_point(0xAD).kind, Kind::kDropped);
  EXPECT_EQ(code_point(0x200B).kind, Kind::kDropped);
  EXPECT_EQ(code_point(0xE0FFF).kind, Kind::kDropped);
  EXPECT_EQ(code_point(0xFF9E).kind, Kind::kMark);
  EXPECT_EQ(code_point(0x0301).kind, Kind::kMark);
  EXPECT_EQ(code_point(0x4E00).kind, Kind::kSpaceless);
  EXPECT_EQ(code_point(0x3007).kind, Kind::kSpaceless);
  EXPECT_EQ(code_point(0x20000).kind, Kind::kSpaceless);
  EXPECT_EQ(code_point(0x0E50).kind, Kind::kWord);  // a Thai digit is a number like any other
  EXPECT_EQ(code_point(0xAC00).kind, Kind::kWord);  // Korean has spaces
  EXPECT_EQ(code_point('_').kind, Kind::kSeparator);
  EXPECT_EQ(code_point(0xFFFD).kind, Kind::kSeparator);
  EXPECT_EQ(code_point(0x10FFFF).kind, Kind::kSeparator);
}

}  // namespace
}  // namespace doppel::text
