// Which words does a text have, and which shingles? The text rules, version 2.
//
// A token is a maximal run of letters, marks and numbers, normalised by NFKC and full case folding;
// letters of scripts written without spaces (Han, kana, Thai, Lao, Khmer, Myanmar) are tokens of
// their own. A shingle is a window of k tokens, as a 64-bit hash. docs/design/text.md has the rules
// word by word.
//
// Cost: linear in the bytes. An invalid UTF-8 sequence counts as U+FFFD and separates words. Fails
// only when memory runs out (std::bad_alloc). Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"

namespace doppel {

// Stored: never renumber. Raised when any text would get other tokens or shingles.
inline constexpr uint32_t kTextRulesVersion = 2;
// The Unicode version of the tables, which are part of the library: "15.0".
std::string unicode_version();

enum class Unit : uint8_t {
  kWord,  // windows of k tokens
  kChar,  // tokens joined by one space, windows of k code points: for noisy OCR and titles
};

enum class Padding : uint8_t {
  kNone,
  kAlways,  // k - 1 dummy words after the last: edits at the end cost as much as in the middle
};

struct TextRules {
  static constexpr uint32_t kMaxWindow = 64;

  Unit unit = Unit::kWord;
  uint32_t k = 5;  // 1 .. kMaxWindow
  Padding padding = Padding::kNone;
  bool mask_numbers = false;  // dates, times and numbers become the tokens DATE, TIME, NUM

  friend bool operator==(const TextRules&, const TextRules&) = default;
};

// The text with U+FFFD in the place of every invalid UTF-8 sequence.
std::string valid_utf8(std::string_view bytes);

// The normalised tokens in order. Only mask_numbers of the rules matters here.
std::vector<std::string> tokens(std::string_view utf8, const TextRules& rules = {});

// The distinct shingles in ascending order. A text shorter than k has one shingle, all its tokens;
// a text without tokens has none.
std::vector<uint64_t> shingles(std::string_view utf8, const TextRules& rules = {});

}  // namespace doppel
