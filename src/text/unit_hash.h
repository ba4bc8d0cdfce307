// The hash of a unit: of a token, or of one code point of it.
//
// For up to 16 bytes, which is nearly every word, it is one multiplication without a branch on the
// length, which would be unpredictable in any language. The bytes b0 b1 ... are padded with zeros
// to two little-endian numbers:
//
//   low = b0 .. b7   high = b8 .. b15   product = (low ^ kLow) * (high ^ kHigh), 128 bits
//   hash = upper half ^ lower half of the product
//
// Longer units use XXH3, 64 bits, seed 0. No unit contains a zero byte, so padding does not make
// two units equal. Both constants contain a byte that UTF-8 never has (FF, C0), so neither factor
// is ever zero, whatever a page contains: no word can cancel the other half of the product.
//
// Stored: never change (text rules). Tested by unit_hash_test.cc and tests/oracle/signature.py.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/hash.h"

namespace doppel::text {

inline constexpr size_t kShortUnit = 16;  // bytes

struct ShortUnit {
  uint64_t low = 0, high = 0;
};

// The 16 bytes from `bytes` on. REQUIRES: they are readable.
inline ShortUnit load_short_unit(const char* bytes) {
  ShortUnit out;
  std::memcpy(&out.low, bytes, 8);
  std::memcpy(&out.high, bytes + 8, 8);
  if constexpr (std::endian::native == std::endian::big) {
    out = {__builtin_bswap64(out.low), __builtin_bswap64(out.high)};
  }
  return out;
}

// A mask of the bytes of a unit of that size. REQUIRES: size <= kShortUnit.
inline ShortUnit short_unit_mask(size_t size) {
  static constexpr std::array<ShortUnit, kShortUnit + 1> kMasks = [] {
    std::array<ShortUnit, kShortUnit + 1> out{};
    for (size_t bytes = 1; bytes <= kShortUnit; ++bytes) {
      out[bytes].low = ~uint64_t{0} >> (bytes < 8 ? 64 - 8 * bytes : 0);
      out[bytes].high = bytes > 8 ? ~uint64_t{0} >> (128 - 8 * bytes) : 0;
    }
    return out;
  }();
  return kMasks[size];
}

// The first `size` of the 16 bytes from `bytes` on, padded with zeros. REQUIRES: all 16 are
// readable, size <= kShortUnit.
inline ShortUnit load_short_unit(const char* bytes, size_t size) {
  const ShortUnit unit = load_short_unit(bytes), mask = short_unit_mask(size);
  return {unit.low & mask.low, unit.high & mask.high};
}

inline uint64_t short_unit_hash(ShortUnit unit) {
  constexpr uint64_t kLow = 0xA24BAED4963EE4FF, kHigh = 0x9FB21C651E98DFC0;
  __extension__ using Product = unsigned __int128;
  Product product = static_cast<Product>(unit.low ^ kLow) * (unit.high ^ kHigh);
  return static_cast<uint64_t>(product >> 64) ^ static_cast<uint64_t>(product);
}

// The hash of all bytes. REQUIRES: none is zero.
inline uint64_t unit_hash(std::string_view bytes) {
  if (bytes.size() > kShortUnit) return hash64(bytes);
  char filled[kShortUnit] = {};
  std::memcpy(filled, bytes.data(), bytes.size());
  return short_unit_hash(load_short_unit(filled));
}

}  // namespace doppel::text
