// What does a code point do to a word, and what does it fold to by itself? Access to the table of
// code points, which is part of the program (unicode_tables.h).
//
// Immutable; safe to share between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "characters/unicode_tables.h"

namespace doppel::characters {

// In the order of tools/make_unicode_tables.py.
enum class Kind : uint8_t {
  kSeparator,  // ends a word
  kDropped,    // default-ignorable: as if it were not there
  kMark,       // belongs to the character before it
  kSpaceless,  // a letter that is a token of its own, with the marks that follow it
  kWord,       // any other letter or number
};

// A plain code point folds on its own, whatever is next to it: the fold of a run of plain code
// points is the folds of its code points, one after the other. That is what makes the tokenizer
// fast outside ASCII. The table says so of a letter, mark or number c if
//   (1) normalisation (NFKC) leaves what comes before c unchanged, and
//   (2) before every string on the way NFKC(c), casefold(NFKC(c)), NFKC(casefold(NFKC(c))), ...
//       likewise.
// Then fold(run) is the concatenation of fold(c), because: normalisation works segment by segment
// between such boundaries, and case folding is context-free, so each step maps a concatenation of
// segments to the concatenation of their images, and by (2) the cuts stay boundaries for the next
// step. The loop ends when all segments are stable, which is when each is. Counter-example without
// (1): e + U+0301 composes to one letter. For the same reason any run can be cut before a plain
// code point, and the parts folded apart.
//
// Tested by folding_test.cc (every code point, random runs) and the oracle.
class CodePoint {
 public:
  constexpr explicit CodePoint(uint16_t entry) : entry_(entry) {}

  Kind kind() const { return static_cast<Kind>(entry_ & 7); }
  bool plain() const { return fold() != kNotPlain; }
  bool folds_to_itself() const { return fold() == kItself; }
  // Of kind kWord, and folds to itself.
  bool is_word_as_it_is() const {
    return entry_ == (kItself << kFoldShift | static_cast<unsigned>(Kind::kWord));
  }
  // REQUIRES: plain, and does not fold to itself.
  const PlainFold& other_fold() const { return kPlainFolds[fold() - kFirstFold]; }
  // What it folds to; `bytes` are its own. REQUIRES: plain.
  std::string_view folded(std::string_view bytes) const {
    return folds_to_itself() ? bytes : std::string_view(other_fold().bytes, other_fold().size);
  }

 private:
  static constexpr unsigned kItself = 0, kNotPlain = 1, kFirstFold = 2, kFoldShift = 3;
  unsigned fold() const { return entry_ >> kFoldShift; }

  uint16_t entry_;
};

// REQUIRES: c < kCodePoints.
inline CodePoint code_point(char32_t c) {
  const size_t block = kCodePointBlocks[c / kUnicodeBlock];
  return CodePoint(kCodePointEntries[block * kUnicodeBlock + c % kUnicodeBlock]);
}

}  // namespace doppel::characters
