// A run is cut into segments before each plain code point (code_points.h says why that changes
// nothing). Nearly all segments are one plain code point, which the table folds. Of the others most
// are a letter and its marks that are folded already, which one look at each code point shows. What
// is left goes through the definition:
//
//   NFKC       each code point is decomposed; marks are sorted by their class, those of one class
//              stay in order; then each is composed with the last starter, if the two have a
//              composed form and nothing between them is in the way
//   case fold  code point by code point
//   NFKC       again; and all of it again until nothing changes
//
// "In the way" is a code point that was not composed itself and has the same class or a higher one.
// Hangul syllables are taken apart and put together by arithmetic (the Unicode Standard, 3.12).
//
// Sorting is by insertion, which is quadratic in the marks in a row: at most 90, because the
// tokenizer gives at most 30 and a mark decomposes to at most three. Composing looks at each code
// point once.
//
// Tested by folding_test.cc: against ICU on every code point and on random runs, and on Unicode's
// own NormalizationTest.txt.
#include "characters/folding.h"

#include <algorithm>

#include "characters/code_points.h"
#include "characters/unicode_tables.h"

namespace doppel::characters {
namespace {

constexpr char32_t kSyllables = 0xAC00, kLeads = 0x1100, kVowels = 0x1161, kTrails = 0x11A7;
constexpr char32_t kLeadCount = 19, kVowelCount = 21, kTrailCount = 28;  // "no trail" counts
constexpr char32_t kSyllableCount = kLeadCount * kVowelCount * kTrailCount;

// A code point in apart_, with what the steps after decomposition need to know of it.
constexpr char32_t kCodePointBits = 0x1FFFFF, kJoins = 0x200000;
constexpr int kClassShift = 24;

const FoldingRow& row_of(char32_t c) {
  if (c >= kFoldingEnd) return kFoldingRows[0];
  const size_t block = kFoldingBlocks[c / kUnicodeBlock];
  return kFoldingRows[kFoldingRowOf[block * kUnicodeBlock + c % kUnicodeBlock]];
}

template <typename Use>
void for_each_code_point(uint16_t string, Use use) {
  const size_t end = size_t{string} + 1 + kUnicodeStrings[string];
  for (size_t at = size_t{string} + 1; at < end;) use(next_utf16(kUnicodeStrings, at));
}

bool is_syllable(char32_t c) { return c - kSyllables < kSyllableCount; }

// What two code points compose to, 0 if nothing.
char32_t composed(char32_t first, char32_t second) {
  if (first - kLeads < kLeadCount && second - kVowels < kVowelCount) {
    return kSyllables + ((first - kLeads) * kVowelCount + second - kVowels) * kTrailCount;
  }
  if (is_syllable(first) && (first - kSyllables) % kTrailCount == 0 && second > kTrails &&
      second < kTrails + kTrailCount) {
    return first + second - kTrails;
  }
  const auto key = [](char32_t a, char32_t b) { return uint64_t{a} << 32 | b; };
  const Composition* end = std::end(kCompositions);
  const Composition* found = std::lower_bound(
      std::begin(kCompositions), end, key(first, second),
      [&](const Composition& c, uint64_t wanted) { return key(c.first, c.second) < wanted; });
  return found != end && found->first == first && found->second == second ? found->composed : 0;
}

// Is it certain, at a glance, that nothing changes?
bool is_folded(std::u32string_view segment) {
  char32_t starter = 0;
  uint8_t last_class = 0;
  for (char32_t c : segment) {
    const FoldingRow& row = row_of(c);
    if (row.decomposition != 0 || row.case_folding != 0) return false;
    if (row.joins && composed(starter, c) != 0) return false;
    if (row.combining_class == 0) {
      starter = c;
    } else if (row.combining_class < last_class) {
      return false;
    }
    last_class = row.combining_class;
  }
  return true;
}

void append_utf8(char32_t c, std::string& out) {
  char bytes[kLongestUtf8];
  out.append(bytes, put_utf8(c, bytes));
}

void case_fold(std::u32string_view from, std::u32string& to) {
  to.clear();
  for (char32_t c : from) {
    if (const uint16_t string = row_of(c).case_folding) {
      for_each_code_point(string, [&](char32_t folded) { to.push_back(folded); });
    } else {
      to.push_back(c);
    }
  }
}

}  // namespace

void Folder::append(std::u32string_view run, std::string& out) {
  for (size_t begin = 0; begin < run.size();) {
    const CodePoint first = code_point(run[begin]);
    size_t end = begin + 1;
    while (end < run.size() && !code_point(run[end]).plain()) ++end;
    if (end - begin > 1 || !first.plain()) {
      append_segment(run.substr(begin, end - begin), out);
    } else if (first.folds_to_itself()) {
      append_utf8(run[begin], out);
    } else {
      out.append(first.folded({}));
    }
    begin = end;
  }
}

void Folder::append_segment(std::u32string_view segment, std::string& out) {
  if (!is_folded(segment)) {
    now_.assign(segment);
    while (true) {
      normalize(now_, next_);
      case_fold(next_, folded_);
      normalize(folded_, next_);
      if (next_ == now_) break;
      now_.swap(next_);
    }
    segment = now_;
  }
  for (char32_t c : segment) append_utf8(c, out);
}

void Folder::normalize(std::u32string_view from, std::u32string& to) {
  decompose(from);
  compose(to);
}

void Folder::decompose(std::u32string_view from) {
  apart_.clear();
  for (char32_t c : from) {
    if (is_syllable(c)) {
      const char32_t index = c - kSyllables, trail = index % kTrailCount;
      insert(kLeads + index / (kVowelCount * kTrailCount));
      insert(kVowels + index / kTrailCount % kVowelCount);
      if (trail != 0) insert(kTrails + trail);
    } else if (const uint16_t string = row_of(c).decomposition) {
      for_each_code_point(string, [&](char32_t part) { insert(part); });
    } else {
      insert(c);
    }
  }
}

void Folder::insert(char32_t c) {
  const FoldingRow& row = row_of(c);
  const char32_t combining_class = row.combining_class;
  size_t at = apart_.size();
  if (combining_class != 0) {
    while (at > 0 && apart_[at - 1] >> kClassShift > combining_class) --at;
  }
  apart_.insert(at, 1, combining_class << kClassShift | (row.joins ? kJoins : 0) | c);
}

void Folder::compose(std::u32string& to) const {
  constexpr size_t kNone = SIZE_MAX;
  to.clear();
  size_t starter = kNone;  // in `to`
  char32_t last_class = 0;
  for (char32_t point : apart_) {
    const char32_t c = point & kCodePointBits, combining_class = point >> kClassShift;
    const bool in_the_way = starter + 1 != to.size() && last_class >= combining_class;
    if ((point & kJoins) != 0 && starter != kNone && !in_the_way) {
      if (const char32_t whole = composed(to[starter], c)) {
        to[starter] = whole;
        continue;
      }
    }
    if (combining_class == 0) starter = to.size();
    last_class = combining_class;
    to.push_back(c);
  }
}

}  // namespace doppel::characters
