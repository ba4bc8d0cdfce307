// The fast path: words of ASCII letters and digits, found 64 bytes at a time.
//
// A bit for each byte of a block, found 16 bytes at a time where SSE2 is at hand (every 64-bit
// x86), eight at a time in one number elsewhere:
//
//   text        t h e   L a z y   d o g , ...
//   word mask   1 1 1 0 1 1 1 1 0 1 1 1 0 ...      a letter or digit
//   edges       1 0 0 1 1 0 0 0 1 1 0 0 1 ...      mask xor (mask << 1): beginnings and ends in
//   turn
//
// The edges are visited by counting trailing zeros, so the length of a word costs no mispredicted
// branch; that is what a loop over bytes pays most for. A word that reaches the block's end is left
// to the next block, which begins at it. Separators beyond ASCII (typographic quotes and dashes are
// in every second page) are passed over without leaving the block.
//
// Tested by tokenizer_test.cc (against the definition, at every alignment) and the oracle.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "text/code_points.h"
#include "text/unit_hash.h"

namespace doppel::text {

inline constexpr size_t kWordBlock = 64;

struct WordMasks {
  uint64_t word = 0, other = 0;  // other: a byte above 0x7F
};

#if defined(__SSE2__)

// Every byte of x that is in [low, high], as 0xFF: shifted so that the range begins at the smallest
// signed number, one comparison is enough.
inline __m128i bytes_between(__m128i x, char low, char high) {
  __m128i moved = _mm_add_epi8(x, _mm_set1_epi8(static_cast<char>(-128 - low)));
  return _mm_cmplt_epi8(moved, _mm_set1_epi8(static_cast<char>(-128 + high - low + 1)));
}

inline WordMasks word_masks(const char* block) {
  WordMasks out;
  for (size_t i = 0; i < kWordBlock; i += 16) {
    __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + i));
    __m128i letter = bytes_between(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z');
    __m128i word = _mm_or_si128(letter, bytes_between(bytes, '0', '9'));
    out.word |= uint64_t{static_cast<uint32_t>(_mm_movemask_epi8(word))} << i;
    out.other |= uint64_t{static_cast<uint32_t>(_mm_movemask_epi8(bytes))} << i;
  }
  return out;
}

#else

inline constexpr uint64_t kByteOnes = 0x0101010101010101;

// The top bit of each byte of x that is in [low, high]. REQUIRES: bytes below 0x80, 0 < low <=
// high.
constexpr uint64_t bytes_between(uint64_t x, uint64_t low, uint64_t high) {
  return (x + kByteOnes * (0x80 - low)) & ~(x + kByteOnes * (0x7F - high)) & (kByteOnes * 0x80);
}

// The top bits of the eight bytes, gathered.
constexpr uint64_t gather_tops(uint64_t tops) { return (tops >> 7) * 0x0102040810204080 >> 56; }

inline WordMasks word_masks(const char* block) {
  WordMasks out;
  for (size_t i = 0; i < kWordBlock; i += 8) {
    uint64_t bytes;
    std::memcpy(&bytes, block + i, sizeof bytes);
    if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
    uint64_t other = bytes & (kByteOnes * 0x80), low = bytes & ~other;
    uint64_t word = bytes_between(low | kByteOnes * 0x20, 'a', 'z') | bytes_between(low, '0', '9');
    // Above 0x7F the low bits mean nothing: only the other mask counts there.
    out.word |= gather_tops(word & ~other) << i;
    out.other |= gather_tops(other) << i;
  }
  return out;
}

#endif

// Where the first code point beyond ASCII stands that is no separator, or that the block may cut;
// its size when there is none.
inline size_t first_other(std::string_view block, uint64_t other, bool is_last) {
  constexpr size_t kLongestSequence = 4;
  while (other != 0) {
    auto at = static_cast<size_t>(std::countr_zero(other));
    if (!is_last && at + kLongestSequence > block.size()) return at;
    size_t next = at;
    if (code_point(next_code_point(block, next)).kind != Kind::kSeparator) return at;
    if (next >= kWordBlock) break;
    other &= ~uint64_t{0} << next;
  }
  return block.size();
}

// Gives the sink the words that stand in utf8 from `at` on and are ASCII to their last neighbour,
// and stops before the first that touches a code point beyond ASCII which is no separator, or at
// such a one, or at the end. Returns where it stopped. sink.begin_words(n) gives a value that
// takes at most n words and goes back by sink.end_words(). Of a word given to its add(bytes, size)
// 16 bytes or all of it, whichever is more, may be read.
// REQUIRES: no word is under way at `at`.
template <typename Sink>
size_t for_each_ascii_word(std::string_view utf8, size_t at, Sink& sink) {
  char tail[kWordBlock + kShortUnit];
  while (at < utf8.size()) {
    const char* block = utf8.data() + at;
    const bool is_last = utf8.size() - at <= kWordBlock;
    const size_t here = std::min(utf8.size() - at, kWordBlock);
    if (utf8.size() - at < sizeof tail) {
      std::memset(tail, ' ', sizeof tail);
      std::memcpy(tail, block, here);
      block = tail;
    }
    WordMasks masks = word_masks(block);
    size_t stop = here;
    if (masks.other != 0) stop = first_other({block, here}, masks.other, is_last);
    if (stop < kWordBlock) masks.word &= (uint64_t{1} << stop) - 1;
    // A word that touches the stop is not finished here.
    const bool at_end = is_last && stop == here;
    if (!at_end && stop > 0) {
      size_t unfinished = static_cast<size_t>(std::countl_one(masks.word << (kWordBlock - stop)));
      stop -= std::min(unfinished, stop);
      if (stop < kWordBlock) masks.word &= (uint64_t{1} << stop) - 1;
    }
    if (stop == 0) return at;  // at something else, or at a word longer than a block
    auto words = sink.begin_words(kWordBlock / 2);
    uint64_t edges = masks.word ^ (masks.word << 1);
    while (edges != 0) {
      auto begin = static_cast<size_t>(std::countr_zero(edges));
      edges &= edges - 1;
      // Without a second edge the word ends with the block.
      auto end = static_cast<size_t>(std::countr_zero(edges));
      edges &= edges - 1;
      words.add(block + begin, end - begin);
    }
    sink.end_words(words);
    at += stop;
  }
  return at;
}

}  // namespace doppel::text
