#include "extract/text_counts.h"

#include <array>
#include <cstddef>

// Counting by addition.
//
// Every byte adds one 64-bit number to a sum: eight counters of eight bits, taken from a table by
// the byte and by the kind of the byte before it. "A word begins" is a byte that is no space after
// one that is; "a sentence ends" is a space after a full stop. 255 bytes fit before a counter could
// run over; then the sum is emptied into wide counters. One load and one addition a byte, no branch
// on ASCII.
//
// Marks of other scripts (the ideographic comma and full stop, the Arabic comma, the danda) and
// capitals outside ASCII need a look at the bytes that follow: the lead bytes that can begin one
// are flagged in the table, and only they branch.
//
// Letters written without spaces have no words to count. Two of them count as one word: that is
// near the mean length of a Chinese or Japanese word, and keeps "a text of 25 words" meaningful.
//
// Tested by text_counts_test.cc, which counts again with a plain loop over code points.

namespace doppel::extract {
namespace {

enum Before : uint8_t { kSpace, kEnd, kOther };
enum Lane { kSigns, kWords, kCommas, kEnds, kCapitals, kCapitalWords, kDigits, kSpaceless };
constexpr uint64_t one(Lane lane) { return uint64_t{1} << (8 * lane); }

constexpr bool is_space(unsigned c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_end(unsigned c) { return c == '.' || c == '!' || c == '?'; }
constexpr bool is_capital(unsigned c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_sign(unsigned c) {
  return c == '|' || c == '/' || c == '<' || c == '>' || c == '#' || c == '@' || c == '+' ||
         c == '=' || c == '_' || c == '*' || c == '~' || c == '\\' || c == '&';
}
// Lead bytes of U+3000 to U+9FFF (Han, kana) and of Thai, Lao.
constexpr bool is_spaceless_lead(unsigned c) { return c >= 0xE3 && c <= 0xE9; }
// Lead bytes after which a mark or a capital may follow that is counted.
constexpr bool needs_look(unsigned c) {
  return c == 0xC2 || c == 0xC3 || c == 0xCE || c == 0xD0 || c == 0xD8 || c == 0xE0 || c == 0xE3 ||
         c == 0xEF;
}

struct Steps {
  std::array<std::array<uint64_t, 256>, 3> add{};
  std::array<uint8_t, 256> kind{};
};

constexpr Steps make_steps() {
  Steps steps;
  for (unsigned c = 0; c < 256; ++c) {
    const bool space = is_space(c);
    steps.kind[c] = space ? kSpace : is_end(c) ? kEnd : kOther;
    uint64_t plain = 0;
    if (is_sign(c)) plain += one(kSigns);
    if (c == ',' || c == ';') plain += one(kCommas);
    if (is_capital(c)) plain += one(kCapitals);
    if (c >= '0' && c <= '9') plain += one(kDigits);
    if (is_spaceless_lead(c)) plain += one(kSpaceless);
    steps.add[kOther][c] = plain;
    steps.add[kEnd][c] = plain + (space ? one(kEnds) : 0);
    steps.add[kSpace][c] =
        plain + (space ? 0 : one(kWords)) + (is_capital(c) ? one(kCapitalWords) : 0);
  }
  return steps;
}
constexpr Steps kSteps = make_steps();

constexpr unsigned lane(uint64_t sum, Lane which) { return (sum >> (8 * which)) & 0xFF; }

unsigned byte_at(std::string_view text, size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

struct Mark {
  bool comma = false, end = false, capital = false, sign = false;
};

Mark look(std::string_view text, size_t at) {
  const unsigned a = byte_at(text, at), b = byte_at(text, at + 1), c = byte_at(text, at + 2);
  Mark mark;
  mark.capital = (a == 0xC3 && b >= 0x80 && b <= 0x9E) || (a == 0xCE && b >= 0x91 && b <= 0xA9) ||
                 (a == 0xD0 && b >= 0x80 && b <= 0xAF);
  mark.comma = (a == 0xD8 && (b == 0x8C || b == 0x9B)) || (a == 0xE3 && b == 0x80 && c == 0x81) ||
               (a == 0xEF && b == 0xBC && (c == 0x8C || c == 0x9B));
  mark.end = (a == 0xD8 && b == 0x9F) || (a == 0xE0 && b == 0xA5 && c == 0xA4) ||
             (a == 0xE3 && b == 0x80 && c == 0x82) ||
             (a == 0xEF && b == 0xBC && (c == 0x81 || c == 0x9F));
  // Copyright, middle dot, guillemet.
  mark.sign = a == 0xC2 && (b == 0xA9 || b == 0xB7 || b == 0xBB);
  return mark;
}

CharKind kind_at(std::string_view text, size_t at) {
  const unsigned c = byte_at(text, at);
  if (c >= 0x80) {
    const Mark mark = look(text, at);
    if (mark.end) return CharKind::kSentenceEnd;
    if (mark.comma) return CharKind::kComma;
    if (mark.capital) return CharKind::kCapital;
    if (c == 0xE2 && byte_at(text, at + 1) == 0x80) return CharKind::kQuote;
    return is_spaceless_lead(c) ? CharKind::kSpaceless : CharKind::kLetter;
  }
  if (c >= 'a' && c <= 'z') return CharKind::kSmall;
  if (is_capital(c)) return CharKind::kCapital;
  if (c >= '0' && c <= '9') return CharKind::kDigit;
  if (is_end(c)) return CharKind::kSentenceEnd;
  if (c == ',' || c == ';') return CharKind::kComma;
  if (c == ':') return CharKind::kColon;
  if (c == '"' || c == '\'' || c == '(' || c == ')' || c == '[' || c == ']')
    return CharKind::kQuote;
  return CharKind::kSign;
}

Label find_label(std::string_view text) {
  constexpr size_t kMostBytes = 60;
  constexpr int kMostWords = 4;
  const size_t colon = text.substr(0, kMostBytes).find(':');
  if (colon == std::string_view::npos) return Label::kNone;
  if (colon + 1 == text.size()) return Label::kOnly;
  if (!is_space(byte_at(text, colon + 1))) return Label::kNone;
  int words = 1;
  for (char c : text.substr(0, colon)) words += c == ' ';
  if (words > kMostWords) return Label::kNone;
  return words == 1 ? Label::kOneWord : Label::kFewWords;
}

void set_edges(std::string_view text, TextCounts& counts) {
  size_t first = 0, last = text.size();
  while (first < last && is_space(byte_at(text, first))) ++first;
  while (last > first && is_space(byte_at(text, last - 1))) --last;
  if (first == last) return;
  counts.first = kind_at(text, first);
  --last;
  while (last > first && (byte_at(text, last) & 0xC0) == 0x80) --last;
  counts.last = kind_at(text, last);
}

}  // namespace

TextCounts count_text(std::string_view text) {
  constexpr size_t kFlush = 255;  // what a counter of eight bits holds
  TextCounts counts;
  uint32_t spaceless = 0;
  uint8_t before = kSpace;
  for (size_t at = 0; at < text.size();) {
    const size_t stop = text.size() - at < kFlush ? text.size() : at + kFlush;
    uint64_t sum = 0;
    for (; at < stop; ++at) {
      const unsigned c = static_cast<unsigned char>(text[at]);
      sum += kSteps.add[before][c];
      if (needs_look(c)) [[unlikely]] {
        const Mark mark = look(text, at);
        counts.commas += mark.comma;
        counts.sentence_ends += mark.end;
        counts.capitals += mark.capital;
        counts.signs += mark.sign;
        counts.capital_words += mark.capital && before == kSpace;
      }
      before = kSteps.kind[c];
    }
    counts.signs += lane(sum, kSigns);
    counts.words += lane(sum, kWords);
    counts.commas += lane(sum, kCommas);
    counts.sentence_ends += lane(sum, kEnds);
    counts.capitals += lane(sum, kCapitals);
    counts.capital_words += lane(sum, kCapitalWords);
    counts.digits += lane(sum, kDigits);
    spaceless += lane(sum, kSpaceless);
  }
  if (before == kEnd) ++counts.sentence_ends;
  counts.words += spaceless / 2;
  counts.label = find_label(text);
  set_edges(text, counts);
  return counts;
}

}  // namespace doppel::extract
