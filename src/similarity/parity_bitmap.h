// A bitmap of a set that tells most unlike pairs apart without looking at the sets, and never errs
// about a pair: the lossless filter before every exact test.
//
// Bit i is the parity of the number of elements whose hash falls on i. An element that two sets
// share changes the same bit in both, so the bits in which the bitmaps differ are made by elements
// that only one of the sets has: they are at most |A xor B|. parity_bitmap.cc has the argument.
//
// Not a sketch: nothing is estimated. Cost: a nanosecond an element to make; a few nanoseconds to
// compare 512 bits. Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <span>

#include "doppel/types.h"

namespace doppel::similarity {

// 64-bit words of the bitmap of a set of that size: a power of two, at least 8.
size_t parity_words(uint64_t elements);

// Fills a bitmap of parity_words(set.size()), or longer by a power of two. `set` has one hash of
// each element; which elements have one hash in common does not matter, as long as it is a function
// of the element.
void make_parity(std::span<const uint64_t> set, std::span<uint64_t> bitmap);

// A lower bound of |A xor B|. Bitmaps of different sizes are folded.
uint64_t parity_difference(std::span<const uint64_t> left, std::span<const uint64_t> right);

// Could sets of these sizes that differ in at least `difference` elements have Jaccard >=
// threshold? True for every pair that does.
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

// Could these two sets have Jaccard >= threshold, by their sizes and bitmaps? True for every pair
// that does.
bool could_be_pair(const ParityBitmap& a, const ParityBitmap& b, Ratio threshold);

}  // namespace doppel::similarity
