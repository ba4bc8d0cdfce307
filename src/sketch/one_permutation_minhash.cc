#include "sketch/one_permutation_minhash.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace doppel::sketch {

void fill_bins(std::span<const uint64_t> permuted, std::span<uint32_t> bins) {
  assert(is_bin_count(bins.size()));
  const int shift = 64 - std::countr_zero(bins.size());
  uint32_t* slots = bins.data();
  for (uint64_t hash : permuted) {
    // A minimum by selection, never by a branch: which bin is hit and whether it sinks cannot be
    // predicted.
    uint32_t& slot = slots[hash >> shift];
    const auto value = static_cast<uint32_t>(hash);
    slot = value < slot ? value : slot;
  }
}

void one_permutation_minhash(std::span<const uint64_t> permuted, std::span<uint32_t> slots) {
  std::fill(slots.begin(), slots.end(), kEmptyBin);
  fill_bins(permuted, slots);
  densify(slots);
}

}  // namespace doppel::sketch
