// A bit for each byte of a block of 64, found 16 bytes at a time where SSE2 is at hand (every
// 64-bit x86), eight at a time in one number elsewhere:
//
//   text        t h e   L a z y   d o g , ...
//   word mask   1 1 1 0 1 1 1 1 0 1 1 1 0 ...      a letter or digit
//   edges       1 0 0 1 1 0 0 0 1 1 0 0 1 ...      mask xor (mask << 1): beginnings and ends in
//   turn
//
// The edges are visited by counting trailing zeros, so the length of a word costs no mispredicted
// branch; that is what a loop over bytes pays most for. A word that reaches the block's end is left
// to the next block, which begins at it. In ASCII letters and digits bit 0x20 is either set already
// or what makes a capital small, so folding is one OR.
//
// Tested by tokenizer_test.cc (against the definition, at every alignment) and the oracle.
#include "text/ascii_words.h"

#include <bit>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace doppel::text {
namespace {

constexpr size_t kBlock = 64;
struct Masks {
  uint64_t word = 0, other = 0;  // other: a byte above 0x7F
};

#if defined(__SSE2__)

// Every byte of x that is in [low, high], as 0xFF: shifted so that the range begins at the smallest
// signed number, one comparison is enough.
__m128i between(__m128i x, char low, char high) {
  __m128i moved = _mm_add_epi8(x, _mm_set1_epi8(static_cast<char>(-128 - low)));
  return _mm_cmplt_epi8(moved, _mm_set1_epi8(static_cast<char>(-128 + high - low + 1)));
}

Masks masks_of(const char* block) {
  Masks out;
  for (size_t i = 0; i < kBlock; i += 16) {
    __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + i));
    __m128i letter = between(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z');
    __m128i word = _mm_or_si128(letter, between(bytes, '0', '9'));
    out.word |= uint64_t{static_cast<uint32_t>(_mm_movemask_epi8(word))} << i;
    out.other |= uint64_t{static_cast<uint32_t>(_mm_movemask_epi8(bytes))} << i;
  }
  return out;
}

#else

constexpr uint64_t kOnes = 0x0101010101010101;

uint64_t load8(const char* from) {
  uint64_t out;
  std::memcpy(&out, from, sizeof out);
  if constexpr (std::endian::native == std::endian::big) out = __builtin_bswap64(out);
  return out;
}

// The top bit of each byte of x that is in [low, high]. REQUIRES: bytes below 0x80, 0 < low <=
// high.
constexpr uint64_t between(uint64_t x, uint64_t low, uint64_t high) {
  return (x + kOnes * (0x80 - low)) & ~(x + kOnes * (0x7F - high)) & (kOnes * 0x80);
}

// The top bits of the eight bytes, gathered.
constexpr uint64_t gather(uint64_t top_bits) { return (top_bits >> 7) * 0x0102040810204080 >> 56; }

Masks masks_of(const char* block) {
  Masks out;
  for (size_t i = 0; i < kBlock; i += 8) {
    uint64_t bytes = load8(block + i), other = bytes & (kOnes * 0x80), low = bytes & ~other;
    uint64_t word = between(low | kOnes * 0x20, 'a', 'z') | between(low, '0', '9');
    // Above 0x7F the low bits mean nothing: only the other mask counts there.
    out.word |= gather(word & ~other) << i;
    out.other |= gather(other) << i;
  }
  return out;
}

#endif

}  // namespace

size_t append_ascii_words(std::string_view utf8, size_t at, Tokens& out) {
  char tail[kBlock];
  while (at < utf8.size()) {
    const char* block = utf8.data() + at;
    size_t here = std::min(utf8.size() - at, kBlock);
    if (here < kBlock) {
      std::memset(tail, ' ', sizeof tail);
      std::memcpy(tail, block, here);
      block = tail;
    }
    Masks masks = masks_of(block);
    size_t stop = static_cast<size_t>(std::countr_zero(masks.other));  // 64: none
    if (stop == 0) return at;
    bool at_end = stop == kBlock && here < kBlock;
    if (stop < kBlock) masks.word &= (uint64_t{1} << stop) - 1;
    // A word that touches the stop is not finished here.
    if (!at_end) {
      size_t unfinished = static_cast<size_t>(
          std::countl_one(stop == kBlock ? masks.word : masks.word << (kBlock - stop)));
      if (stop == kBlock && unfinished == kBlock) return at;  // longer than a block
      stop -= std::min(unfinished, stop);
      if (stop < kBlock) masks.word &= (uint64_t{1} << stop) - 1;
    }
    uint64_t edges = masks.word ^ (masks.word << 1);
    while (edges != 0) {
      auto begin = static_cast<size_t>(std::countr_zero(edges));
      edges &= edges - 1;
      // Without a second edge the word ends with the block.
      auto end = static_cast<size_t>(std::countr_zero(edges));
      edges &= edges - 1;
      out.append_small(block + begin, end - begin, block + kBlock);
    }
    if (masks.other != 0) return at + stop;
    at += at_end ? here : stop;
  }
  return at;
}

}  // namespace doppel::text
