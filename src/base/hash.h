// The hashes of the house: XXH3 with seed 0, 64 and 128 bits.
//
// Stored: never change. Hash128 is an identity; equality is still confirmed on the bytes where they
// are at hand, because XXH3 is fast, not secret. The only door to xxHash.
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
// Of the numbers as they lie in memory, little-endian: the identity of a sequence of hashes.
Hash128 hash128(std::span<const uint64_t> numbers);

}  // namespace doppel

template <>
struct std::hash<doppel::Hash128> {
  size_t operator()(const doppel::Hash128& h) const noexcept { return h.low; }
};
