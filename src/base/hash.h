// The public hash functions: XXH3 with seed 0, 64 and 128 bits.
//
// Stored: never change. Hash128 identifies a text or a URL. Where both byte strings are available,
// equality is also confirmed on the bytes, because anybody can compute XXH3 and search for
// collisions. No other file includes xxHash.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace doppel {

struct Hash128 {
  uint64_t high = 0;
  uint64_t low = 0;

  friend auto operator<=>(const Hash128&, const Hash128&) = default;
};

uint64_t hash64(std::string_view bytes);
Hash128 hash128(std::string_view bytes);
// The hash of the numbers as little-endian bytes. Identifies a sequence of hashes.
Hash128 hash128(std::span<const uint64_t> numbers);

}  // namespace doppel

template <>
struct std::hash<doppel::Hash128> {
  size_t operator()(const doppel::Hash128& h) const noexcept { return h.low; }
};
