// The Unicode data of the text rules, of one Unicode version: part of the program, so that every
// machine finds the same words. tools/make_unicode_tables.py writes unicode_tables.cc, and says
// how.
//
// The value of a code point is in one of a few different blocks:
//
//   kXxxBlocks[c / kUnicodeBlock]            which block
//   values[block * kUnicodeBlock + c % kUnicodeBlock]
//
// Immutable. The doors to it are code_points.h (what a code point does) and folding.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "characters/utf8.h"

namespace doppel::characters {

extern const char kUnicodeVersion[5];  // "15.0"

inline constexpr size_t kUnicodeBlock = 128;
inline constexpr char32_t kCodePoints = 0x110000;

// What each code point does and folds to: 8 * fold + Kind, where fold 0 is the code point itself, 1
// says that it is not plain, and n + 2 is kPlainFolds[n].
extern const uint8_t kCodePointBlocks[kCodePoints / kUnicodeBlock];
extern const uint16_t kCodePointEntries[];

struct PlainFold {
  static constexpr size_t kMostBytes = 6;

  uint8_t size = 0;
  char bytes[kMostBytes + 1] = {};
};
inline constexpr size_t kPlainFoldCount = 3074;
extern const std::array<PlainFold, kPlainFoldCount> kPlainFolds;

// The steps of folding. Code points from kFoldingEnd on have row 0: nothing changes them, and they
// change nothing.
struct FoldingRow {
  uint16_t decomposition = 0;  // full compatibility decomposition: a string, or 0 for itself
  uint16_t case_folding = 0;   // full case folding, likewise
  uint8_t combining_class = 0;
  bool joins = false;  // there are code points that it composes with when it follows them
};
inline constexpr char32_t kFoldingEnd = 0x2FA80;
extern const uint8_t kFoldingBlocks[kFoldingEnd / kUnicodeBlock];
extern const uint16_t kFoldingRowOf[];
extern const FoldingRow kFoldingRows[];

// In ascending order of both; without Hangul syllables.
struct Composition {
  char32_t first, second, composed;
};
inline constexpr size_t kCompositionCount = 941;
extern const Composition kCompositions[kCompositionCount];

// Strings in UTF-16: at the index of a string is its number of code units, followed by the units.
// Those of kPlainFolds come first, in order; index 0 is not used.
extern const char16_t kUnicodeStrings[];

// The code point at `at`, which moves past it.
constexpr char32_t next_utf16(const char16_t* units, size_t& at) {
  const char32_t unit = units[at++];
  if (unit < 0xD800 || unit > 0xDBFF) return unit;
  return 0x10000 + ((unit - 0xD800) << 10) + (char32_t{units[at++]} - 0xDC00);
}

// What kPlainFolds is made of.
constexpr std::array<PlainFold, kPlainFoldCount> plain_folds(const char16_t* strings) {
  std::array<PlainFold, kPlainFoldCount> out;
  size_t at = 1;
  for (PlainFold& fold : out) {
    size_t end = at + 1 + strings[at];
    for (++at; at < end;) {
      fold.size += static_cast<uint8_t>(put_utf8(next_utf16(strings, at), fold.bytes + fold.size));
    }
  }
  return out;
}

}  // namespace doppel::characters
