// Two ways to make a MinHash sketch smaller: keep b bits of each slot, or hash groups of slots.
//
// Both take the slots of one_permutation_minhash.h or classic_minhash.h. Stored: never change.
// Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace doppel::sketch {

// b-bit MinHash (Li and Koenig 2010): the lowest b bits of every slot, packed, slot 0 lowest.
//
// Two unrelated slots agree with probability 2^-b, so a share p of equal slots means
//
//   J = (p - 2^-b) / (1 - 2^-b)
//
// which is unbiased for sets much smaller than the universe (here 2^64), and may come out below 0.
// Its standard deviation is sqrt(p (1 - p) / slots) / (1 - 2^-b).
constexpr bool is_bbit_width(uint64_t bits) {
  return bits == 1 || bits == 2 || bits == 4 || bits == 8;
}
// REQUIRES: is_bbit_width(bits), slots.size() * bits a multiple of 64.
std::vector<uint64_t> bbit_sketch(std::span<const uint32_t> slots, uint32_t bits);
// Equal slots of two packed sketches. REQUIRES: equal sizes and widths.
size_t count_equal_bbit(std::span<const uint64_t> left, std::span<const uint64_t> right,
                        uint32_t bits);
// The corrected estimate.
double bbit_jaccard(size_t equal, size_t slots, uint32_t bits);

// Super-shingles (Fetterly 2003): groups of `rows` slots, each hashed to one number. Two texts are
// called duplicates when at least two of six groups of 14 are equal; equal groups happen with
// probability J^rows. REQUIRES: groups * rows <= slots.size().
std::vector<uint64_t> super_shingles(std::span<const uint32_t> slots, size_t groups, size_t rows);
// P(at least `needed` of `groups` are equal) at Jaccard similarity `jaccard`, slots being
// independent.
double super_shingle_chance(double jaccard, size_t groups, size_t rows, size_t needed);

}  // namespace doppel::sketch
