// A bitmap of a set that rules out most candidates that are not pairs, without looking at the sets,
// and never rules out a pair. It is the lossless filter before every exact test.
//
// Bit i is the parity of the number of elements whose hash selects bit i. An element that is in
// both sets flips the same bit in both bitmaps, so the bitmaps can differ only in bits of elements
// that are in one of the sets: in at most |A xor B| bits. parity_bitmap.cc has the proof.
//
// This is not a sketch: nothing is estimated. Cost: one nanosecond for each element to make it; a
// few nanoseconds to compare 512 bits. Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <span>

#include "doppel/types.h"

namespace doppel::similarity {

// The number of 64-bit words in the bitmap of a set of that size: a power of two, at least 8.
size_t parity_words(uint64_t elements);

// Fills a bitmap of parity_words(set.size()) words, or longer by a power of two. `set` has one hash
// for each element. Different elements may have the same hash, as long as the hash depends on
// nothing but the element.
void make_parity(std::span<const uint64_t> set, std::span<uint64_t> bitmap);

// A lower bound of |A xor B|. Bitmaps of different sizes are folded.
uint64_t parity_difference(std::span<const uint64_t> left, std::span<const uint64_t> right);

// Could sets of these sizes that differ in at least `difference` elements have Jaccard >=
// threshold? True for all sets that do.
inline bool difference_allows(uint64_t left_size, uint64_t right_size, uint64_t difference,
                              Ratio threshold) {
  __extension__ using Wide = unsigned __int128;
  return Wide{threshold.den - threshold.num} * (left_size + right_size) >=
         Wide{uint64_t{threshold.den} + threshold.num} * difference;
}

// A set as the filters see it: how many elements it has, and its bitmap of parity_words(size).
struct ParityBitmap {
  uint32_t size = 0;
  const uint64_t* words = nullptr;
};

// Could these two sets have Jaccard >= threshold, by their sizes and bitmaps? True for all sets
// that do.
bool could_be_pair(const ParityBitmap& a, const ParityBitmap& b, Ratio threshold);

}  // namespace doppel::similarity
