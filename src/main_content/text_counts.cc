// Counting by masks.
//
// A vector of 16, 32 or 64 bytes gives one mask for each kind of byte, with bit i for byte i. A
// word begins at a byte that is not a space and follows a space: two masks, one of them shifted by
// one bit. A sentence ends at a space after a full stop. One bit of each is carried from one vector
// to the next. The last vector is padded with spaces, so that a full stop at the end of the text
// ends a sentence.
//
// The marks that count as signs are scattered over ASCII. Two tables of sixteen entries are looked
// up, by the upper and by the lower half of a byte. The byte is a sign if the two entries have a
// bit in common; each bit represents a row of ASCII.
//
// Marks of other scripts (the ideographic comma and full stop, the Arabic comma, the danda) and
// capitals outside ASCII can only be recognised with the bytes that follow: a mask finds the lead
// bytes that can begin one, and these are examined one by one.
//
// In scripts without spaces there are no words to count. Two letters count as one word, which is
// close to the mean length of a Chinese or Japanese word, so that "a text of 25 words" keeps its
// meaning.
//
// Tested by text_counts_test.cc, which counts again with a plain loop, on every kind of vector.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "main_content/text_counts.cc"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include <bit>
#include <cstring>

#include "html/wide_bytes-inl.h"
#include "main_content/text_counts.h"

#ifndef DOPPEL_EXTRACT_TEXT_COUNTS_ONCE_
#define DOPPEL_EXTRACT_TEXT_COUNTS_ONCE_
namespace doppel::main_content {

struct Mark {
  bool comma = false, end = false, capital = false, sign = false;
};
// The mark that begins there. Not inlined, so that all kinds of vectors share one copy.
Mark look(std::string_view text, size_t at);

}  // namespace doppel::main_content
#endif

HWY_BEFORE_NAMESPACE();
namespace doppel::main_content {
namespace HWY_NAMESPACE {
using namespace html::HWY_NAMESPACE;  // wide_bytes-inl.h

// Which bytes are between `first` and `last`? One comparison.
HWY_INLINE auto InRange(ByteVector bytes, unsigned first, unsigned last) {
  const auto from_first = hn::Sub(bytes, hn::Set(Bytes(), static_cast<uint8_t>(first)));
  return AtMost(from_first, static_cast<char>(last - first));
}

// 1 on targets without vectors.
constexpr size_t kStep = HWY_TARGET == HWY_SCALAR ? 1 : kWideBytes;
constexpr uint64_t kStepBits = ~uint64_t{0} >> (64 - kStep);

HWY_INLINE auto IsSign(ByteVector bytes) {
#if HWY_TARGET == HWY_SCALAR
  auto out = Equal(bytes, '|');
  for (char sign : std::string_view("/<>#@+=_*~\\&")) out = hn::Or(out, Equal(bytes, sign));
  return out;
#else
  //  2: # & * + /   3: < = >   4: @   5: \ _   7: | ~
  alignas(16) static constexpr uint8_t kUpper[16] = {0, 0, 1, 2, 4, 8, 0, 16};
  alignas(16) static constexpr uint8_t kLower[16] = {4, 0, 0, 1, 0,          0, 1,      0,
                                                     0, 0, 1, 1, 2 | 8 | 16, 2, 2 | 16, 1 | 8};
  const Bytes d;
  const auto lower = hn::And(bytes, hn::Set(d, 0x0F));
  const auto upper = hn::ShiftRight<4>(bytes);
  const auto rows = hn::And(hn::TableLookupBytes(hn::LoadDup128(d, kUpper), upper),
                            hn::TableLookupBytes(hn::LoadDup128(d, kLower), lower));
  return hn::Ne(rows, hn::Zero(d));
#endif
}

class Counter {
 public:
  explicit Counter(std::string_view text) : text_(text) {}

  void run(TextCounts& counts) {
    size_t at = 0;
    for (; at + kStep <= text_.size(); at += kStep) {
      add(LoadBytes(text_.data() + at), at, counts);
    }
    char last[kWideBytes];
    std::memset(last, ' ', sizeof last);
    std::memcpy(last, text_.data() + at, text_.size() - at);
    add(LoadBytes(last), at, counts);
    counts.words += spaceless_ / 2;
  }

 private:
  static uint32_t count(uint64_t bits) { return static_cast<uint32_t>(std::popcount(bits)); }

  HWY_INLINE void add(ByteVector bytes, size_t at, TextCounts& counts) {
    const uint64_t spaces = Bits(hn::Or(Equal(bytes, ' '), InRange(bytes, '\t', '\r')));
    const uint64_t ends =
        Bits(hn::Or(Equal(bytes, '.'), hn::Or(Equal(bytes, '!'), Equal(bytes, '?'))));
    const uint64_t capitals = Bits(InRange(bytes, 'A', 'Z'));
    const uint64_t after_space = spaces << 1 | space_before_;
    counts.words += count(~spaces & after_space & kStepBits);
    counts.sentence_ends += count(spaces & (ends << 1 | end_before_));
    counts.capitals += count(capitals);
    counts.capital_words += count(capitals & after_space);
    counts.commas += count(Bits(hn::Or(Equal(bytes, ','), Equal(bytes, ';'))));
    counts.digits += count(Bits(InRange(bytes, '0', '9')));
    counts.signs += count(Bits(IsSign(bytes)));
    space_before_ = spaces >> (kStep - 1);
    end_before_ = ends >> (kStep - 1);
    if (Bits(AtMost(bytes, 0x7F)) != kStepBits) add_beyond_ascii(bytes, at, after_space, counts);
  }

  void add_beyond_ascii(ByteVector bytes, size_t at, uint64_t after_space, TextCounts& counts) {
    // Lead bytes of U+3000 to U+9FFF: Han, kana.
    spaceless_ += count(Bits(InRange(bytes, 0xE3, 0xE9)));
    // Lead bytes that may begin a mark or a capital that is counted.
    auto leads = Equal(bytes, '\xC2');
    for (char lead : {'\xC3', '\xCE', '\xD0', '\xD8', '\xE0', '\xE3', '\xEF'}) {
      leads = hn::Or(leads, Equal(bytes, lead));
    }
    for (uint64_t left = Bits(leads); left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      const Mark mark = look(text_, at + static_cast<size_t>(bit));
      counts.commas += mark.comma;
      counts.sentence_ends += mark.end;
      counts.capitals += mark.capital;
      counts.signs += mark.sign;
      counts.capital_words += mark.capital && (after_space >> bit & 1) != 0;
    }
  }

  std::string_view text_;
  uint64_t space_before_ = 1, end_before_ = 0;  // of the byte before the vector
  uint32_t spaceless_ = 0;
};

void CountBytes(std::string_view text, TextCounts& counts) { Counter(text).run(counts); }

}  // namespace HWY_NAMESPACE
}  // namespace doppel::main_content
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace doppel::main_content {
namespace {

constexpr bool is_space(unsigned c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_end(unsigned c) { return c == '.' || c == '!' || c == '?'; }
constexpr bool is_capital(unsigned c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_spaceless_lead(unsigned c) { return c >= 0xE3 && c <= 0xE9; }

unsigned byte_at(std::string_view text, size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

}  // namespace

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

namespace {

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

HWY_EXPORT(CountBytes);

TextCounts count_text(std::string_view text) {
  TextCounts counts;
  HWY_DYNAMIC_DISPATCH(CountBytes)(text, counts);
  counts.label = find_label(text);
  set_edges(text, counts);
  return counts;
}

}  // namespace doppel::main_content
#endif
