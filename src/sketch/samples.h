// Bottom-m and mod-n: two sketches that are samples of the set itself (the slides of Radinsky,
// "Sketch of a document").
//
// bottom(m): the m smallest permuted hashes, ascending, each once. Its size is fixed; it holds the
// whole set when that has fewer than m elements, and is then exact.
//
// mod(n): every permuted hash divisible by n, ascending, each once. Simplest to compute; it grows
// with the set, and may be empty: then it says nothing.
//
// Stored: never change. Cost: bottom 1 ns a shingle and the sort of some 1.4 m, mod 2 ns a shingle.
// Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace doppel::sketch {

// REQUIRES: m >= 1.
std::vector<uint64_t> bottom_sketch(std::span<const uint64_t> permuted, size_t m);
// REQUIRES: n >= 1.
std::vector<uint64_t> mod_sketch(std::span<const uint64_t> permuted, uint64_t n);

// What two samples say of the Jaccard similarity of their sets: common of seen.
struct SampleCounts {
  uint64_t common = 0;
  uint64_t seen = 0;   // elements of the union that the estimate rests on; 0: nothing is known
  bool exact = false;  // the samples hold both sets whole
};
// The estimator of the slides: of the m smallest of the union, how many are in both. Exact when
// both sets have fewer than m elements; then the whole union is counted. REQUIRES: both made with
// this m.
SampleCounts compare_bottom(std::span<const uint64_t> left, std::span<const uint64_t> right,
                            size_t m);
// The second estimator of the slides: common over union of the samples. Exact only for n = 1.
SampleCounts compare_mod(std::span<const uint64_t> left, std::span<const uint64_t> right,
                         uint64_t n);

}  // namespace doppel::sketch
