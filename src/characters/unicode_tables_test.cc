// Every value of the tables against ICU, for every code point.
#include "characters/unicode_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "characters/code_points.h"
#include "characters/icu_twin.h"
#include "doppel/text.h"

namespace doppel::characters {
namespace {

class UnicodeTables : public AgainstIcu {};

struct Range {
  char32_t first, last;
};

template <size_t N>
bool within(const Range (&ranges)[N], char32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [&](const Range& range) { return range.first <= c && c <= range.last; });
}

// docs/design/text.md, "Code points".
Kind kind_by_definition(char32_t c) {
  constexpr Range kDropped[] = {
      {0xAD, 0xAD},       {0x34F, 0x34F},   {0x61C, 0x61C},     {0x115F, 0x1160},
      {0x17B4, 0x17B5},   {0x180B, 0x180F}, {0x200B, 0x200F},   {0x202A, 0x202E},
      {0x2060, 0x206F},   {0x3164, 0x3164}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
      {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
      {0xE0000, 0xE0FFF},
  };
  constexpr Range kSpaceless[] = {
      {0x0E00, 0x0EFF},   {0x1000, 0x109F},   {0x1780, 0x17FF}, {0x2E80, 0x2FDF}, {0x3005, 0x3007},
      {0x3021, 0x3029},   {0x3038, 0x303B},   {0x3041, 0x30FF}, {0x31F0, 0x31FF}, {0x3400, 0x4DBF},
      {0x4E00, 0x9FFF},   {0xA9E0, 0xA9FF},   {0xAA60, 0xAA7F}, {0xF900, 0xFAFF}, {0xFF66, 0xFF9F},
      {0x1AFF0, 0x1B16F}, {0x20000, 0x3FFFF},
  };
  const uint32_t category = U_GET_GC_MASK(static_cast<UChar32>(c));
  if (within(kDropped, c)) return Kind::kDropped;
  if ((category & U_GC_M_MASK) != 0 || c == 0xFF9E || c == 0xFF9F) return Kind::kMark;
  if ((category & (U_GC_L_MASK | U_GC_NL_MASK)) != 0) {
    return within(kSpaceless, c) ? Kind::kSpaceless : Kind::kWord;
  }
  return (category & U_GC_N_MASK) != 0 ? Kind::kWord : Kind::kSeparator;
}

TEST_F(UnicodeTables, every_code_point_has_the_kind_of_the_definition) {
  for (char32_t c = 0; c < kCodePoints; ++c) {
    ASSERT_EQ(code_point(c).kind(), kind_by_definition(c)) << std::hex << uint32_t{c};
  }
}

// Does ICU see boundaries before the code point and before all that it becomes?
bool stays_a_segment(char32_t c) {
  UErrorCode error = U_ZERO_ERROR;
  icu::UnicodeString now(static_cast<UChar32>(c));
  while (true) {
    const icu::UnicodeString composed = icu_nfkc().normalize(now, error);
    const icu::UnicodeString folded = icu::UnicodeString(composed).foldCase();
    const icu::UnicodeString next = icu_nfkc().normalize(folded, error);
    for (const auto* form :
         {static_cast<const icu::UnicodeString*>(&now), &composed, &folded, &next}) {
      if (!icu_nfkc().hasBoundaryBefore(form->char32At(0))) return false;
    }
    if (next == now) return true;
    now = next;
  }
}

TEST_F(UnicodeTables, every_code_point_that_folds_alone_and_short_is_plain) {
  size_t plain = 0;
  for (char32_t c = 0; c < kCodePoints; ++c) {
    const Kind kind = code_point(c).kind();
    const bool part_of_a_token = kind != Kind::kSeparator && kind != Kind::kDropped;
    const bool expected =
        part_of_a_token && stays_a_segment(c) && icu_fold({&c, 1}).size() <= PlainFold::kMostBytes;
    ASSERT_EQ(code_point(c).plain(), expected) << std::hex << uint32_t{c};
    plain += expected;
  }
  EXPECT_GT(plain, 130'000U);  // nearly all letters: the fast path is the common one
}

std::u32string string_at(uint16_t at, char32_t itself) {
  if (at == 0) return {itself};
  std::u32string out;
  const size_t end = size_t{at} + 1 + kUnicodeStrings[at];
  for (size_t i = size_t{at} + 1; i < end;) out.push_back(next_utf16(kUnicodeStrings, i));
  return out;
}

FoldingRow row(char32_t c) {
  if (c >= kFoldingEnd) return {};
  const size_t block = kFoldingBlocks[c / kUnicodeBlock];
  return kFoldingRows[kFoldingRowOf[block * kUnicodeBlock + c % kUnicodeBlock]];
}

TEST_F(UnicodeTables, every_code_point_has_the_steps_of_icu) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2& nfkd = *icu::Normalizer2::getNFKDInstance(error);
  for (char32_t c = 0; c < kCodePoints; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    const icu::UnicodeString one(static_cast<UChar32>(c));
    const FoldingRow found = row(c);
    ASSERT_EQ(found.combining_class, u_getCombiningClass(static_cast<UChar32>(c)))
        << std::hex << uint32_t{c};
    ASSERT_EQ(string_at(found.case_folding, c), from_icu(icu::UnicodeString(one).foldCase()))
        << std::hex << uint32_t{c};
    const bool syllable = c >= 0xAC00 && c < 0xD7A4;  // by arithmetic, not in the table
    const std::u32string apart =
        syllable ? std::u32string{c} : from_icu(nfkd.normalize(one, error));
    ASSERT_EQ(string_at(found.decomposition, c), apart) << std::hex << uint32_t{c};
  }
  ASSERT_TRUE(U_SUCCESS(error));
}

TEST_F(UnicodeTables, every_pair_composes_as_icu_says) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2& nfc = *icu::Normalizer2::getNFCInstance(error);
  for (const Composition& pair : kCompositions) {
    ASSERT_EQ(nfc.composePair(static_cast<UChar32>(pair.first), static_cast<UChar32>(pair.second)),
              static_cast<UChar32>(pair.composed));
    ASSERT_TRUE(row(pair.second).joins);
  }
  size_t pairs = 0;
  for (char32_t c = 0; c < kCodePoints; ++c) {
    icu::UnicodeString apart;
    if (c >= 0xAC00 && c < 0xD7A4) continue;
    if (!nfc.getRawDecomposition(static_cast<UChar32>(c), apart) || apart.countChar32() != 2)
      continue;
    pairs += nfc.composePair(apart.char32At(0), apart.char32At(apart.moveIndex32(0, 1))) >= 0;
  }
  EXPECT_EQ(pairs, kCompositionCount);
}

TEST(UnicodeTable, kinds_at_the_edges_of_the_rules) {
  EXPECT_EQ(code_point(0xAD).kind(), Kind::kDropped);
  EXPECT_EQ(code_point(0x200B).kind(), Kind::kDropped);
  EXPECT_EQ(code_point(0xE0FFF).kind(), Kind::kDropped);
  EXPECT_EQ(code_point(0xFF9E).kind(), Kind::kMark);
  EXPECT_EQ(code_point(0x0301).kind(), Kind::kMark);
  EXPECT_EQ(code_point(0x4E00).kind(), Kind::kSpaceless);
  EXPECT_EQ(code_point(0x3007).kind(), Kind::kSpaceless);
  EXPECT_EQ(code_point(0x20000).kind(), Kind::kSpaceless);
  EXPECT_EQ(code_point(0x0E50).kind(), Kind::kWord);  // a Thai digit is a number like any other
  EXPECT_EQ(code_point(0xAC00).kind(), Kind::kWord);  // Korean has spaces
  EXPECT_EQ(code_point('_').kind(), Kind::kSeparator);
  EXPECT_EQ(code_point(0xFFFD).kind(), Kind::kSeparator);
  EXPECT_EQ(code_point(0x10FFFF).kind(), Kind::kSeparator);
}

// Text rules 2: never change. Whoever moves to another Unicode version raises the text rules.
TEST(UnicodeTable, text_rules_2_are_those_of_unicode_15_0) {
  EXPECT_EQ(kTextRulesVersion, 2U);
  EXPECT_STREQ(kUnicodeVersion, "15.0");
  EXPECT_EQ(code_point(0x323AF).kind(), Kind::kSpaceless);  // assigned in 15.0
  EXPECT_EQ(code_point(0x105C0).kind(), Kind::kSeparator);  // assigned in 16.0
}

}  // namespace
}  // namespace doppel::characters
