// Sixteen bytes at once: where in them is a delimiter?
//
// For the bytes that the fast path (wide_bytes-inl.h) leaves: without run-time dispatch, with the
// width that every x86-64 machine has (SSE2); on other machines a loop does the same. Loads never
// read a byte after `end`: the rest of the block is 0xFF, which is not a delimiter.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace doppel::html {

inline constexpr uint32_t kNoBits = 0;
inline constexpr int kBlockBytes = 16;

class ByteBlock {
 public:
  // REQUIRES: from < end.
  static ByteBlock load(const char* from, const char* end) {
    if (end - from >= kBlockBytes) [[likely]] {
      return whole(from);
    }
    return part(from, static_cast<size_t>(end - from));
  }

#if defined(__SSE2__)
  // REQUIRES: sixteen readable bytes.
  static ByteBlock whole(const char* from) {
    return ByteBlock(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
  }
  // Bit i: byte i is c.
  uint32_t equal(char c) const { return bits(_mm_cmpeq_epi8(bytes_, _mm_set1_epi8(c))); }
  // Bit i: byte i is at most c.
  uint32_t at_most(char c) const {
    return bits(_mm_cmpeq_epi8(_mm_min_epu8(bytes_, _mm_set1_epi8(c)), bytes_));
  }
  // A to Z become a to z.
  ByteBlock lower() const {
    const __m128i from_a = _mm_sub_epi8(bytes_, _mm_set1_epi8('A'));
    const __m128i upper = _mm_cmpeq_epi8(_mm_min_epu8(from_a, _mm_set1_epi8(25)), from_a);
    return ByteBlock(_mm_or_si128(bytes_, _mm_and_si128(upper, _mm_set1_epi8(0x20))));
  }
  // Bytes up to the space become spaces.
  ByteBlock controls_as_spaces() const {
    return ByteBlock(_mm_max_epu8(bytes_, _mm_set1_epi8(' ')));
  }
  // REQUIRES: sixteen writable bytes.
  void store(char* to) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes_); }
  // Bytes 0 to 7 and 8 to 15 as numbers, the first byte lowest.
  uint64_t low() const { return static_cast<uint64_t>(_mm_cvtsi128_si64(bytes_)); }
  uint64_t high() const {
    return static_cast<uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(bytes_, bytes_)));
  }

 private:
  explicit ByteBlock(__m128i bytes) : bytes_(bytes) {}
  static uint32_t bits(__m128i mask) { return static_cast<uint32_t>(_mm_movemask_epi8(mask)); }

  __m128i bytes_;
#else
  static ByteBlock whole(const char* from) {
    ByteBlock out;
    std::memcpy(out.bytes_, from, kBlockBytes);
    return out;
  }
  uint32_t equal(char c) const {
    return where([c](uint8_t byte) { return byte == static_cast<uint8_t>(c); });
  }
  uint32_t at_most(char c) const {
    return where([c](uint8_t byte) { return byte <= static_cast<uint8_t>(c); });
  }
  ByteBlock lower() const {
    return each([](uint8_t byte) { return byte - 'A' < 26u ? byte | 0x20 : byte; });
  }
  ByteBlock controls_as_spaces() const {
    return each([](uint8_t byte) { return byte < ' ' ? ' ' : byte; });
  }
  void store(char* to) const { std::memcpy(to, bytes_, kBlockBytes); }
  uint64_t low() const { return number(bytes_); }
  uint64_t high() const { return number(bytes_ + 8); }

 private:
  ByteBlock() = default;
  static uint64_t number(const uint8_t* bytes) {
    uint64_t out = 0;
    for (int i = 8; i-- > 0;) out = out << 8 | bytes[i];
    return out;
  }
  template <typename Test>
  uint32_t where(Test test) const {
    uint32_t out = 0;
    for (int i = 0; i < kBlockBytes; ++i) out |= static_cast<uint32_t>(test(bytes_[i])) << i;
    return out;
  }
  template <typename Change>
  ByteBlock each(Change change) const {
    ByteBlock out;
    for (int i = 0; i < kBlockBytes; ++i) out.bytes_[i] = static_cast<uint8_t>(change(bytes_[i]));
    return out;
  }

  uint8_t bytes_[kBlockBytes];
#endif

  static ByteBlock part(const char* from, size_t size) {
    char bytes[kBlockBytes];
    std::memset(bytes, 0xFF, sizeof bytes);
    std::memcpy(bytes, from, size);
    return whole(bytes);
  }
};

// The first place in [from, end) whose bit is set by `mask`, a function of a block; end if none.
template <typename Mask>
inline const char* find_byte(const char* from, const char* end, Mask mask) {
  for (; from < end; from += kBlockBytes) {
    const uint32_t found = mask(ByteBlock::load(from, end));
    if (found != kNoBits) return from + std::countr_zero(found);
  }
  return end;
}

// The same for one byte. Most are near. How far the others are is hard to predict, and a
// mispredicted branch costs more than checking 64 bytes at once.
inline const char* find_char(const char* from, const char* end, char c) {
  if (from == end) return end;
  const uint32_t near = ByteBlock::load(from, end).equal(c);
  if (near != kNoBits) return from + std::countr_zero(near);
  if (end - from <= kBlockBytes) return end;
  for (from += kBlockBytes; end - from >= 4 * kBlockBytes; from += 4 * kBlockBytes) {
    uint64_t found = 0;
    for (int i = 0; i < 4; ++i) {
      found |= uint64_t{ByteBlock::whole(from + i * kBlockBytes).equal(c)} << (i * kBlockBytes);
    }
    if (found != 0) return from + std::countr_zero(found);
  }
  return find_byte(from, end, [c](ByteBlock block) { return block.equal(c); });
}

// Space, tab, line feed, form feed, carriage return.
inline constexpr bool is_space(char c) {
  return c == ' ' || (static_cast<unsigned char>(c - 9) <= 4 && c != 11);
}

}  // namespace doppel::html
