// The kind of a code point follows docs/design/text.md. "Plain" is what makes the tokenizer fast
// outside ASCII: folding a run by ICU costs some 300 ns, copying the folds of its code points a
// few.
//
// Claim: if every code point c of a run has
//   (1) a normalisation boundary before it under NFKC, and
//   (2) every string on the way NFKC(c), casefold(NFKC(c)), NFKC(casefold(NFKC(c))), ... begins
//   with a code
//       point that has such a boundary,
// then fold(run) is the concatenation of fold(c).
// Because: normalisation works segment by segment between boundaries, and case folding is
// context-free, so each step maps a concatenation of segments to the concatenation of their images,
// and by (2) the cuts stay boundaries for the next step. The loop ends when all segments are
// stable, which is when each is. Counter-example without (1): e + U+0301 composes to one letter.
//
// Tested by folding_test.cc (all code points, random runs) and the oracle.
#include "text/code_points.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "text/folding.h"

namespace doppel::text {
namespace {

struct Range {
  char32_t first, last;
};

// Text rules: never change. Default-ignorable code points.
constexpr Range kDroppedRanges[] = {
    {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},   {0x115F, 0x1160}, {0x17B4, 0x17B5},
    {0x180B, 0x180F},   {0x200B, 0x200F},   {0x202A, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},
    {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

// Text rules: never change. Where letters and letter numbers are tokens of their own.
constexpr Range kSpacelessRanges[] = {
    {0x0E00, 0x0EFF},                      // Thai, Lao
    {0x1000, 0x109F},                      // Myanmar
    {0x1780, 0x17FF},                      // Khmer
    {0x2E80, 0x2FDF},                      // CJK radicals
    {0x3005, 0x3007},                      // Han iteration mark, closing mark, zero
    {0x3021, 0x3029},                      // Hangzhou numerals
    {0x3038, 0x303B},   {0x3041, 0x30FF},  // Hiragana, Katakana
    {0x31F0, 0x31FF},                      // Katakana extensions
    {0x3400, 0x4DBF},                      // Han extension A
    {0x4E00, 0x9FFF},                      // Han
    {0xA9E0, 0xA9FF},                      // Myanmar extended B
    {0xAA60, 0xAA7F},                      // Myanmar extended A
    {0xF900, 0xFAFF},                      // Han compatibility
    {0xFF66, 0xFF9F},                      // half-width Katakana
    {0x1AFF0, 0x1B16F},                    // Kana supplements
    {0x20000, 0x3FFFF},                    // Han, supplementary planes
};

template <size_t N>
constexpr bool within(const Range (&ranges)[N], char32_t c) {
  const Range* after = std::upper_bound(std::begin(ranges), std::end(ranges), c,
                                        [](char32_t x, const Range& r) { return x < r.first; });
  return after != std::begin(ranges) && c <= after[-1].last;
}

Kind kind_of(char32_t c) {
  if (within(kDroppedRanges, c)) return Kind::kDropped;
  uint32_t category = U_GET_GC_MASK(static_cast<UChar32>(c));
  bool half_width_voicing_mark = c == 0xFF9E || c == 0xFF9F;
  if ((category & U_GC_M_MASK) || half_width_voicing_mark) return Kind::kMark;
  if (category & (U_GC_L_MASK | U_GC_NL_MASK)) {
    return within(kSpacelessRanges, c) ? Kind::kSpaceless : Kind::kWord;
  }
  return category & U_GC_N_MASK ? Kind::kWord : Kind::kSeparator;
}

CodePoint make(char32_t c) {
  CodePoint out;
  out.kind = kind_of(c);
  if (out.kind == Kind::kSeparator || out.kind == Kind::kDropped) return out;
  SegmentFold fold = fold_as_segment(c);
  if (fold.stays_a_segment && fold.utf8.size() <= sizeof out.folded_bytes) {
    out.folded_size = static_cast<uint8_t>(fold.utf8.size());
    std::memcpy(out.folded_bytes, fold.utf8.data(), fold.utf8.size());
  }
  return out;
}

const CodePointBlock& make_block(size_t index) {
  auto made = std::make_unique<CodePointBlock>();
  for (size_t i = 0; i < kCodePointBlock; ++i) {
    (*made)[i] = make(static_cast<char32_t>(index * kCodePointBlock + i));
  }
  const CodePointBlock* expected = nullptr;
  // Of two threads that make the same block one wins; both made the same values.
  if (code_point_blocks[index].compare_exchange_strong(expected, made.get(),
                                                       std::memory_order_acq_rel)) {
    return *made.release();
  }
  return *expected;
}

}  // namespace

std::array<std::atomic<const CodePointBlock*>, 0x10000 / kCodePointBlock> code_point_blocks;

const CodePoint& new_code_point(char32_t c) {
  static constexpr CodePoint kNotPlain[] = {
      {Kind::kSeparator}, {Kind::kDropped}, {Kind::kMark}, {Kind::kSpaceless}, {Kind::kWord}};
  if (c >= 0x10000) return kNotPlain[static_cast<size_t>(kind_of(c))];
  return make_block(c / kCodePointBlock)[c % kCodePointBlock];
}

}  // namespace doppel::text
