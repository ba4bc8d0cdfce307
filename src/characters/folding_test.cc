#include "characters/folding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "characters/code_points.h"
#include "characters/icu_twin.h"
#include "characters/mark_run.h"

namespace doppel::characters {
namespace {

std::string fold(std::u32string_view run) {
  std::string out;
  Folder().append(run, out);
  return out;
}

bool is_surrogate(char32_t c) { return c >= 0xD800 && c < 0xE000; }

TEST(Folding, known_answers) {
  EXPECT_EQ(fold(U"ABC"), "abc");
  EXPECT_EQ(fold(U"Straße"), "strasse");
  EXPECT_EQ(fold(U"ﬁne"), "fine");
  EXPECT_EQ(fold(U"ＡＢ"), "ab");
  EXPECT_EQ(fold(U"E\u0301"), "é");
  EXPECT_EQ(fold(U"ΣΑΣ"), "σασ");
  EXPECT_EQ(fold(U"²"), "2");
  EXPECT_EQ(fold(U"İ"), "i\u0307");
  EXPECT_EQ(fold(U"\u1112\u1161\u11AB"), "한");                  // Hangul is put together
  EXPECT_EQ(fold(U"\u0915\u093C"), "\u0915\u093C");              // excluded from composition
  EXPECT_EQ(fold(U"\u0958"), "\u0915\u093C");                    // so it stays apart
  EXPECT_EQ(fold(U"a\u0301\u0323"), "\u1EA1\u0301");             // marks are sorted
  EXPECT_EQ(fold(U"\u0345\u0391\u0345"), "\u03B9\u03B1\u03B9");  // a mark folds to a letter
}

TEST(Folding, a_folded_run_is_stable) {
  for (std::u32string_view run : {U"ﬁ", U"ẞ", U"ǅ", U"\u0345Α", U"ϓ", U"Ω", U"İ", U"ﷺ"}) {
    const std::string once = fold(run);
    std::u32string again;
    for (size_t at = 0; at < once.size();) again.push_back(next_code_point(once, at));
    EXPECT_EQ(fold(again), once);
  }
}

class FoldingAgainstIcu : public AgainstIcu {
 protected:
  void check(std::u32string_view run) {
    folded_.clear();
    folder_.append(run, folded_);
    if (folded_ == icu_fold(run)) return;
    std::string points;
    for (char32_t c : run) points += " " + std::to_string(uint32_t{c});
    FAIL() << "code points" << points << ": " << folded_ << " instead of " << icu_fold(run);
  }

 private:
  Folder folder_;
  std::string folded_;
};

TEST_F(FoldingAgainstIcu, every_code_point) {
  for (char32_t c = 0; c < kCodePoints; ++c) {
    if (is_surrogate(c)) continue;
    ASSERT_NO_FATAL_FAILURE(check({&c, 1}));
  }
}

// Before and behind what makes normalisation do something.
TEST_F(FoldingAgainstIcu, every_code_point_beside_marks_and_jamo) {
  constexpr char32_t kNeighbours[] = {U'A',  0xC9,   0x301,  0x323,  0x345,  0x307,
                                      0x93C, 0x3099, 0xFF9E, 0x1100, 0x1161, 0x11A8};
  for (char32_t c = 0; c < 0x30000; ++c) {
    if (is_surrogate(c) || code_point(c).kind() == Kind::kSpaceless) continue;
    for (char32_t neighbour : kNeighbours) {
      const char32_t run[] = {neighbour, c, neighbour};
      ASSERT_NO_FATAL_FAILURE(check({run, 3}));
    }
  }
}

TEST_F(FoldingAgainstIcu, every_pair_that_composes) {
  for (const Composition& pair : kCompositions) {
    for (char32_t between : {0x0, 0x301, 0x323, 0x338, 0x327, 0x200D}) {
      std::u32string run{pair.first};
      if (between != 0) run.push_back(between);
      run += {pair.second, 0x301, pair.second};
      ASSERT_NO_FATAL_FAILURE(check(run));
    }
  }
}

// Code points that normalisation or case folding does something to, and a few that it does not.
std::vector<char32_t> interesting_code_points() {
  std::vector<char32_t> out;
  for (char32_t c = 0; c < 0x30000; ++c) {
    if (is_surrogate(c)) continue;
    const CodePoint point = code_point(c);
    const bool part_of_a_token = point.kind() != Kind::kSeparator && point.kind() != Kind::kDropped;
    if (part_of_a_token && (!point.plain() || !point.folds_to_itself() || c % 256 == 7)) {
      out.push_back(c);
    }
  }
  return out;
}

TEST_F(FoldingAgainstIcu, random_runs) {
  const std::vector<char32_t> interesting = interesting_code_points();
  std::vector<char32_t> marks;
  for (char32_t c : interesting) {
    if (code_point(c).kind() == Kind::kMark) marks.push_back(c);
  }
  std::mt19937_64 random(1);
  for (int round = 0; round < 100'000; ++round) {
    std::u32string run;
    for (size_t n = 1 + random() % 6; n > 0; --n) {
      run.push_back(interesting[random() % interesting.size()]);
      // Sometimes as many marks in a row as there may be.
      size_t row = random() % 64 == 0 ? kMostMarks : random() % 4;
      for (; row > 0; --row) run.push_back(marks[random() % marks.size()]);
    }
    ASSERT_NO_FATAL_FAILURE(check(run));
  }
}

TEST_F(FoldingAgainstIcu, random_runs_of_jamo) {
  constexpr char32_t kJamo[] = {0x1100, 0x1112, 0x1113, 0x1161, 0x1175, 0x1176, 0x11A7,
                                0x11A8, 0x11C2, 0x11C3, 0xAC00, 0xAC01, 0xD788, 0xD7A3,
                                0x3131, 0x314F, 0xFFA1, 0xA960, 0xD7B0, 0x302E};
  std::mt19937_64 random(2);
  for (int round = 0; round < 50'000; ++round) {
    std::u32string run;
    for (size_t n = 1 + random() % 8; n > 0; --n) {
      run.push_back(kJamo[random() % std::size(kJamo)]);
    }
    ASSERT_NO_FATAL_FAILURE(check(run));
  }
}

// The claim of code_points.h: concatenation commutes with folding. By ICU, because our own folding
// makes use of it.
TEST_F(FoldingAgainstIcu, plain_code_points_fold_one_by_one) {
  std::mt19937_64 random(1);
  std::vector<char32_t> plain;
  for (char32_t c = 0; c < kCodePoints; ++c) {
    if (code_point(c).plain()) plain.push_back(c);
  }
  for (int round = 0; round < 20000; ++round) {
    std::u32string run;
    std::string expected;
    for (size_t n = 1 + random() % 6; n > 0; --n) {
      run.push_back(plain[random() % plain.size()]);
      char bytes[kLongestUtf8];
      const size_t size = put_utf8(run.back(), bytes);
      expected.append(code_point(run.back()).folded({bytes, size}));
    }
    ASSERT_EQ(icu_fold(run), expected);
  }
}

// The forms that a code point takes while it is folded, as normalisation takes them apart.
std::vector<std::u32string> decomposed_while_folding(char32_t c) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2& nfkd = *icu::Normalizer2::getNFKDInstance(error);
  icu::UnicodeString form(static_cast<UChar32>(c));
  std::vector<std::u32string> out;
  for (int round = 0; round < 3; ++round) {
    out.push_back(from_icu(nfkd.normalize(form, error)));
    form = icu_nfkc().normalize(form, error).foldCase();
  }
  EXPECT_TRUE(U_SUCCESS(error));
  return out;
}

// Why folding is linear: it sorts the marks of one letter among themselves, and a letter has few of
// them. A code point that is no mark folds to something that begins with a code point that is not
// sorted, so the rows of marks before and after it stay apart; and a mark folds to at most
// three.
TEST_F(FoldingAgainstIcu, only_marks_lengthen_a_row_of_marks) {
  auto is_sorted = [](char32_t c) { return u_getCombiningClass(static_cast<UChar32>(c)) != 0; };
  size_t most = 0;  // code points sorted behind one that is no mark
  for (char32_t c = 0; c < kCodePoints; ++c) {
    if (is_surrogate(c)) continue;
    const Kind kind = code_point(c).kind();
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

}  // namespace
}  // namespace doppel::characters
