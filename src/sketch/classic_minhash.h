// Classic MinHash: P permutations, of each the smallest value over the set (the slides of
// Radinsky, "Multiple sketches").
//
// The family: x is the low half of a permuted hash, and permutation p maps it to
//
//   a_p x + b_p   mod 2^32,   a_p odd
//
// a bijection on 32-bit numbers; the pairs (a_p, b_p) come from a fixed stream. Two sets agree in a
// slot with probability J, and the estimate has the binomial's deviation, sqrt(J (1 - J) / P). The
// low halves of two different shingles are equal once in 2^32 pairs.
//
// Prefer one_permutation_minhash.h, which is several times faster at the same accuracy for texts of
// 100 shingles and more; this one is for experiments that follow the slides or Fetterly et al.
// exactly, and for sets below that.
//
// Stored: never change. Cost: about P / 32 ns a shingle. Immutable after construction; safe to
// share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace doppel::sketch {

struct AffinePermutation {
  uint32_t multiplier = 1;  // odd
  uint32_t increment = 0;
};

class ClassicMinHasher {
 public:
  // The first `permutations` of the fixed stream.
  explicit ClassicMinHasher(size_t permutations);
  // Permutations of one's own, for known answers.
  explicit ClassicMinHasher(std::span<const AffinePermutation> permutations);

  size_t permutations() const { return permutations_; }
  // slots[p] = the smallest value of permutation p over the hashes; 2^32 - 1 everywhere when there
  // are none. REQUIRES: slots.size() == permutations().
  void sketch(std::span<const uint64_t> permuted, std::span<uint32_t> slots) const;

 private:
  size_t permutations_;
  std::vector<uint32_t> multipliers_, increments_;  // padded to whole blocks of the kernel
};

}  // namespace doppel::sketch
