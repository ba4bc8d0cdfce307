// The random permutation of every sketch: a bijection on 64-bit values, chosen by a seed.
//
// This is the random permutation of the universe of shingles that the slides ask for. Each sketch
// takes its bits from permuted hashes, so it does not rely on how well the shingle hash is mixed,
// and equal shingles stay equal. Seed 0 is the public one; a store may keep a secret seed so that
// nobody can prepare texts that collide.
//
// Stored: never change. Cost: two multiplications, under a nanosecond. Thread safety: pure
// functions.
#pragma once

#include <cstdint>

namespace doppel::sketch {

// The multipliers of Murmur3's 64-bit finaliser: each step is invertible, so the whole is.
inline constexpr uint64_t kPermute1 = 0xFF51AFD7ED558CCD;
inline constexpr uint64_t kPermute2 = 0xC4CEB9FE1A85EC53;

constexpr uint64_t permuted(uint64_t hash, uint64_t seed = 0) {
  uint64_t x = hash ^ seed;
  x ^= x >> 33;
  x *= kPermute1;
  x ^= x >> 33;
  x *= kPermute2;
  return x ^ x >> 33;
}

// A fixed stream of random-looking numbers for the tables of a sketch (splitmix64: a Weyl sequence
// through a bijection). The same seed gives the same stream for ever.
class TableRandom {
 public:
  explicit constexpr TableRandom(uint64_t seed) : state_(seed) {}
  constexpr uint64_t next() { return permuted(state_ += kStep); }
  // In [0, bound), without measurable bias for the small bounds of tables.
  constexpr uint64_t below(uint32_t bound) { return (next() >> 32) * bound >> 32; }

 private:
  static constexpr uint64_t kStep = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio, odd
  uint64_t state_;
};

}  // namespace doppel::sketch
