// The words and the shingles of a text. These are the text rules, version 2.
//
// A token is a maximal run of letters, marks and numbers, normalised by NFKC and full case folding;
// letters of scripts written without spaces (Han, kana, Thai, Lao, Khmer, Myanmar) are tokens of
// their own. A shingle is a window of k tokens, as a 64-bit hash. docs/design/text.md has the exact
// rules.
//
// Cost: linear in the bytes. An invalid UTF-8 sequence counts as U+FFFD and separates words. Fails
// only if memory runs out (std::bad_alloc). Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"

namespace doppel {

// Stored: never renumber. Raised whenever some text gets other tokens or shingles.
inline constexpr uint32_t kTextRulesVersion = 2;
// The Unicode version of the tables, which are part of the library: "15.0".
std::string unicode_version();

enum class Unit : uint8_t {
  kWord,  // windows of k tokens
  kChar,  // windows of k code points of the tokens joined by spaces: for noisy OCR and titles
};

enum class Padding : uint8_t {
  kNone,
  kAlways,  // appends k - 1 dummy words, so that edits at the end cost as much as elsewhere
};

struct TextRules {
  static constexpr uint32_t kMaxWindow = 64;

  Unit unit = Unit::kWord;
  uint32_t k = 5;  // 1 .. kMaxWindow
  Padding padding = Padding::kNone;
  bool mask_numbers = false;  // replace dates, times and numbers by the tokens DATE, TIME, NUM

  friend bool operator==(const TextRules&, const TextRules&) = default;
};

// Replaces every invalid UTF-8 sequence by U+FFFD.
std::string valid_utf8(std::string_view bytes);

// The normalised tokens in order. Of the rules, only mask_numbers matters.
std::vector<std::string> tokens(std::string_view utf8, const TextRules& rules = {});

// The distinct shingles in ascending order. A text with fewer than k tokens has one shingle of all
// its tokens; a text without tokens has none.
std::vector<uint64_t> shingles(std::string_view utf8, const TextRules& rules = {});

}  // namespace doppel
