// What does a code point do to a word? The table behind the text rules, and how a lone code point
// folds.
//
// Properties come from ICU, so the Unicode version is ICU's; the two lists that are ours (what is
// dropped, which scripts are written without spaces) are part of the text rules. Blocks of the
// table are made when a code point of theirs is first seen and live as long as the program.
// Thread-safe.
#pragma once

#include <unicode/utf8.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace doppel::text {

enum class Kind : uint8_t {
  kSeparator,  // ends a word
  kDropped,    // default-ignorable: as if it were not there
  kMark,       // belongs to what stands before it
  kSpaceless,  // a letter that is a token of its own, with the marks that follow it
  kWord,       // any other letter or number
};

struct CodePoint {
  // Longest folded form kept here; 6 bytes make the struct 8.
  static constexpr uint8_t kNotPlain = 0xFF;

  Kind kind = Kind::kSeparator;
  uint8_t folded_size = kNotPlain;
  char folded_bytes[6] = {};

  // A plain code point folds on its own, whatever stands beside it: the fold of a run of plain code
  // points is the folds of its code points, one after the other.
  bool plain() const { return folded_size != kNotPlain; }
  std::string_view folded() const { return {folded_bytes, folded_size}; }
};

inline constexpr size_t kCodePointBlock = 256;
using CodePointBlock = std::array<CodePoint, kCodePointBlock>;

// One slot for each block of the basic plane, empty until the block is made; the others are rare
// enough to look up anew.
extern std::array<std::atomic<const CodePointBlock*>, 0x10000 / kCodePointBlock> code_point_blocks;
// What code_point() says when there is no block.
const CodePoint& new_code_point(char32_t c);

// REQUIRES: c <= 0x10FFFF.
inline const CodePoint& code_point(char32_t c) {
  if (c < 0x10000) [[likely]] {
    const CodePointBlock* block =
        code_point_blocks[c / kCodePointBlock].load(std::memory_order_acquire);
    if (block != nullptr) [[likely]] {
      return (*block)[c % kCodePointBlock];
    }
  }
  return new_code_point(c);
}

// The code point that stands at `at`, which moves behind it; U+FFFD for an invalid sequence.
// REQUIRES: at < utf8.size().
inline char32_t next_code_point(std::string_view utf8, size_t& at) {
  const size_t size = utf8.size();
  UChar32 c;
  U8_NEXT_OR_FFFD(utf8.data(), at, size, c);
  return static_cast<char32_t>(c);
}

}  // namespace doppel::text
