// What the text of a block looks like: counts of letters, words, commas and sentence ends, and the
// kinds of its first and last character. It uses no list of words, so it works for every language.
//
// Cost: linear, with vectors of 16 to 64 bytes. Never fails; the counts of invalid UTF-8 are not
// specified, but nothing is read out of bounds. Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <string_view>

namespace doppel::main_content {

// Part of the model: never renumber without training it again.
enum class CharKind : uint8_t {
  kNone,         // the text is empty
  kSmall,        // a-z
  kCapital,      // A-Z
  kDigit,        // 0-9
  kSentenceEnd,  // . ! ? and their equivalents in other scripts
  kComma,        // , ; and their equivalents
  kColon,        // :
  kQuote,        // quotation marks and brackets
  kSpaceless,    // a letter of a script written without spaces
  kLetter,       // any other character outside ASCII
  kSign,         // everything else
};
inline constexpr unsigned kCharKinds = 11;

// Does the text begin with a label, as in "Photo: A. Smith"? Part of the model, too.
enum class Label : uint8_t {
  kNone,
  kOneWord,   // a colon ends its first word
  kFewWords,  // a colon ends its second, third or fourth word
  kOnly,      // the text ends with its first colon
};
inline constexpr unsigned kLabels = 4;

struct TextCounts {
  uint32_t words = 0;  // separated by white space; two spaceless letters count as one word
  uint32_t commas = 0;
  uint32_t sentence_ends = 0;  // a full stop counts before white space or at the end
  uint32_t capitals = 0;       // capital letters: Latin, Greek, Cyrillic
  uint32_t capital_words = 0;  // words that begin with one
  uint32_t digits = 0;
  uint32_t signs = 0;  // | / > and other marks that separate things rather than sentences
  Label label = Label::kNone;
  CharKind first = CharKind::kNone;
  CharKind last = CharKind::kNone;
};

TextCounts count_text(std::string_view utf8);

}  // namespace doppel::main_content
