// SimHash (Charikar 2002): 64 or 128 bits whose Hamming distance tells the angle between
// weighted features.
//
// Every feature votes with its weight on every bit: for 1 where its permuted hash has a 1, for 0
// elsewhere. A bit of the sketch is 1 if the votes for 1 weigh more than half of all; a tie is 0.
// Two texts whose vectors of weights enclose an angle differ in a bit with probability
//
//   p = acos(cosine) / pi,    so in bits * p bits, with deviation sqrt(bits * p (1 - p))
//
// Weights are integers, so the sum does not depend on its order. A feature that occurs n times may
// be given n times. This is the detector of the crawler chapter (docs/design/sketches.md) with a
// predicate of its own, not a way to find pairs of high Jaccard similarity.
//
// Stored: never change. Cost: under 0.5 ns a feature without weights, 4 ns with.
// Thread safety: pure functions.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace doppel::sketch {

struct SimHash {
  // Bits 0 to 63; bits 64 to 127, which are 0 in a sketch of 64 bits.
  uint64_t low = 0, high = 0;

  friend bool operator==(const SimHash&, const SimHash&) = default;
};

inline int hamming_distance(const SimHash& left, const SimHash& right) {
  return std::popcount(left.low ^ right.low) + std::popcount(left.high ^ right.high);
}

enum class SimHashBits : uint8_t { k64 = 64, k128 = 128 };

// Of features that were permuted already; all weigh 1. Without any feature all bits are 0. The
// upper 64 bits come from permuting the permuted hashes once more.
SimHash simhash(std::span<const uint64_t> permuted, SimHashBits bits);

// A feature i with weight weights[i]. REQUIRES: equal sizes.
SimHash simhash(std::span<const uint64_t> permuted, std::span<const uint16_t> weights,
                SimHashBits bits);

// The expected distance of two texts with this cosine.
double expected_distance(double cosine, SimHashBits bits);

}  // namespace doppel::sketch
