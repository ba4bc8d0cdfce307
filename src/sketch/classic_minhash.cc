#include "sketch/classic_minhash.h"

#include <algorithm>
#include <cassert>

#include "sketch/kernels.h"
#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

constexpr uint64_t kFamilySeed = 0xC1A551C;  // Stored: never change.

size_t padded(size_t permutations) {
  return (permutations + kAffineBlock - 1) / kAffineBlock * kAffineBlock;
}

}  // namespace

ClassicMinHasher::ClassicMinHasher(size_t permutations)
    : permutations_(permutations),
      multipliers_(padded(permutations), 1),
      increments_(padded(permutations), 0) {
  TableRandom random(kFamilySeed);
  for (size_t p = 0; p < permutations; ++p) {
    const uint64_t pair = random.next();
    multipliers_[p] = static_cast<uint32_t>(pair >> 32) | 1;
    increments_[p] = static_cast<uint32_t>(pair);
  }
}

ClassicMinHasher::ClassicMinHasher(std::span<const AffinePermutation> permutations)
    : permutations_(permutations.size()),
      multipliers_(padded(permutations.size()), 1),
      increments_(padded(permutations.size()), 0) {
  for (size_t p = 0; p < permutations_; ++p) {
    assert(permutations[p].multiplier % 2 == 1);
    multipliers_[p] = permutations[p].multiplier;
    increments_[p] = permutations[p].increment;
  }
}

void ClassicMinHasher::sketch(std::span<const uint64_t> permuted, std::span<uint32_t> slots) const {
  assert(slots.size() == permutations_);
  if (slots.size() == multipliers_.size()) {
    std::fill(slots.begin(), slots.end(), ~uint32_t{0});
    affine_minima(permuted, multipliers_, increments_, slots);
    return;
  }
  std::vector<uint32_t> minima(multipliers_.size(), ~uint32_t{0});
  affine_minima(permuted, multipliers_, increments_, minima);
  std::copy_n(minima.begin(), permutations_, slots.begin());
}

}  // namespace doppel::sketch
