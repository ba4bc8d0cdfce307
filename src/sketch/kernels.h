// The inner loops that gain from wide registers, compiled once per instruction set and chosen at
// run time.
//
// Every target gives the same bits: only integers, and only operations whose order does not matter.
// kernels_test.cc forces each target the machine has and compares with the plain definition given
// here.
//
// Raw spans in, numbers out; the types that give them meaning are in the other headers of this
// module. Thread safety: pure functions; the first call looks up the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace doppel::sketch {

// out[i] = permuted(hashes[i], seed). REQUIRES: out.size() == hashes.size(); out may be hashes.
void permute(std::span<const uint64_t> hashes, uint64_t seed, std::span<uint64_t> out);

// minima[p] = min(minima[p], multipliers[p] * low 32 bits of value + increments[p] mod 2^32) over
// all values. REQUIRES: the three spans have one size, a multiple of kAffineBlock.
inline constexpr size_t kAffineBlock = 16;
void affine_minima(std::span<const uint64_t> values, std::span<const uint32_t> multipliers,
                   std::span<const uint32_t> increments, std::span<uint32_t> minima);

// The same for one function: the smallest multiplier * low 32 bits of value + increment mod 2^32;
// UINT32_MAX without values.
uint32_t affine_minimum(std::span<const uint64_t> values, uint32_t multiplier, uint32_t increment);

// How many positions hold equal numbers. REQUIRES: equal sizes.
size_t count_equal(std::span<const uint32_t> left, std::span<const uint32_t> right);

// Bit i of the answer says whether bit i is set in more than half of the values. REQUIRES: fewer
// than 2^31.
uint64_t majority_bits(std::span<const uint64_t> values);

// sums[i] += the weights of the values whose bit i is set. REQUIRES: values.size() ==
// weights.size(), at most 65536 values (so that 32 bits hold every sum when the call begins at 0).
void weighted_bit_sums(std::span<const uint64_t> values, std::span<const uint16_t> weights,
                       std::span<uint32_t, 64> sums);

// Bits set in both. REQUIRES: equal sizes.
size_t count_and(std::span<const uint64_t> left, std::span<const uint64_t> right);
// counts[r] = bits set in both `left` and row r. REQUIRES: rows.size() == counts.size() *
// left.size().
void count_and_rows(std::span<const uint64_t> left, std::span<const uint64_t> rows,
                    std::span<uint32_t> counts);
// Bits set in one but not in the other. REQUIRES: equal sizes.
size_t count_xor(std::span<const uint64_t> left, std::span<const uint64_t> right);
// Bits set.
size_t count_bits(std::span<const uint64_t> words);

}  // namespace doppel::sketch
