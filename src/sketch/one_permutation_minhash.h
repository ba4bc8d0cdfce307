// MinHash by one permutation: the default sketch of a set of shingles.
//
// The permuted hashes are thrown into bins by their top bits; a bin keeps the smallest low half.
// The chance that two sets agree in a bin is their Jaccard similarity, as for classic MinHash
// (classic_minhash.h), at the cost of one step a shingle instead of one a shingle and slot. Bins
// that stay empty borrow from full ones (optimal densification), so that all slots can be compared
// and banded.
//
//   permuted hash   [ bin: top log2(bins) bits | not used | value: low 32 bits ]
//
// The estimate is unbiased; its standard deviation is that of the binomial, sqrt(J (1 - J) / bins),
// up to 1.3 times that below 100 shingles, where many slots are borrowed.
//
// Stored: never change. Cost: about 1 ns a shingle. Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace doppel::sketch {

// What an empty bin holds. A value that equals it counts as none: 1 in 2^32, and the same in every
// text.
inline constexpr uint32_t kEmptyBin = 0xFFFFFFFF;

// The slots of the sketch that is made of every text. Stored: never change.
inline constexpr uint32_t kSketchSlots = 128;

constexpr bool is_bin_count(uint64_t bins) { return bins == 64 || bins == 128 || bins == 256; }

// The sketch of a set; repeats do no harm. Without any hash all slots are kEmptyBin.
// REQUIRES: is_bin_count(slots.size()).
void one_permutation_minhash(std::span<const uint64_t> permuted, std::span<uint32_t> slots);

// Its two steps, for those who fill bins in several calls: begin with kEmptyBin everywhere.
void fill_bins(std::span<const uint64_t> permuted, std::span<uint32_t> bins);
void densify(std::span<uint32_t> bins);

}  // namespace doppel::sketch
