#include "text/folding.h"

#include <gtest/gtest.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <random>
#include <vector>

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

// ICU takes at most 2^31 units at once; here a few.
TEST(Folding, in_pieces_gives_the_fold_of_the_whole) {
  constexpr char32_t kOdd[] = {U'a',   U'S',   0xDF,   0x130,  0x345,  0x301,   0x323,   0x3B1,
                               0x1F80, 0x1FB3, 0x1100, 0x1161, 0x11A8, 0xAC00,  0x110B9, 0x110BA,
                               0x30AB, 0x3099, 0xFF76, 0xFF9E, 0xFDFA, 0x3D3,   0x2126,  0x212B,
                               0x1E9B, 0x149,  0x9C7,  0x9BE,  0xFB1D, 0x1D15E, 0xF900,  0x2C7C};
  std::mt19937_64 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::u32string run;
    for (size_t n = 1 + random() % 12; n > 0; --n) run.push_back(kOdd[random() % std::size(kOdd)]);
    std::string in_pieces;
    append_folded(run, in_pieces, 1 + random() % 4);
    ASSERT_EQ(in_pieces, fold(run)) << round;
  }
}

// The forms that a code point takes while it is folded, as normalisation takes them apart.
std::vector<std::u32string> decomposed_while_folding(char32_t c) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(error);
  const icu::Normalizer2* nfkd = icu::Normalizer2::getNFKDInstance(error);
  icu::UnicodeString form(static_cast<UChar32>(c));
  std::vector<std::u32string> out;
  for (int round = 0; round < 3; ++round) {
    const icu::UnicodeString apart = nfkd->normalize(form, error);
    std::u32string& points = out.emplace_back();
    for (int32_t i = 0; i < apart.length(); i = apart.moveIndex32(i, 1)) {
      points.push_back(static_cast<char32_t>(apart.char32At(i)));
    }
    form = nfkc->normalize(form, error).foldCase();
  }
  EXPECT_TRUE(U_SUCCESS(error));
  return out;
}

// Why folding is linear: it sorts the marks of one letter among themselves, and a letter has few of
// them. A code point that is no mark folds to something that begins with a code point that is not
// sorted, so the rows of marks before and after it stay apart; and a mark folds to at most
// three.
TEST(CodePoint, only_marks_lengthen_a_row_of_marks) {
  auto is_sorted = [](char32_t c) { return u_getCombiningClass(static_cast<UChar32>(c)) != 0; };
  size_t most = 0;  // code points sorted behind one that is no mark
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    const Kind kind = code_point(c).kind;
    if (kind == Kind::kDropped || kind == Kind::kSeparator) continue;
    for (const std::u32string& form : decomposed_while_folding(c)) {
      const auto sorted = static_cast<size_t>(std::count_if(form.begin(), form.end(), is_sorted));
      if (kind == Kind::kMark) {
        ASSERT_LE(form.size(), 3U) << std::hex << uint32_t{c};
      } else {
        ASSERT_FALSE(is_sorted(form.front())) << std::hex << uint32_t{c};
        most = std::max(most, sorted);
      }
    }
  }
  EXPECT_LE(most, 3U);
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
