// How many elements does a Bloom filter hold, by the number of bits set? One table a size, in
// 65536ths of an element, so that everything after it is integers.
//
// n(bits) = -(m / k) ln(1 - bits / m), see sketch/bloom.h. Cost: one logarithm an entry when made,
// a look-up when asked. Thread safety: immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "doppel/refine.h"

namespace doppel::refine {

inline constexpr uint64_t kElement = 65536;  // the units of one element

class ElementCounts {
 public:
  // REQUIRES: as FilterRules.
  ElementCounts(uint32_t bits, uint32_t hashes);

  uint64_t of(uint32_t set_bits) const { return table_[set_bits]; }
  // With more bits set in a union its number of elements has a deviation above a tenth of what the
  // larger set holds, if the two are disjoint: 127 / 128 of 2048.
  uint32_t fullest() const { return fullest_; }

  // Of two filters of this size with so many bits set, and so many in both.
  FilterOverlap overlap(uint32_t left_bits, uint32_t right_bits, uint32_t common_bits) const {
    FilterOverlap out{of(left_bits), of(right_bits), 0, left_bits, right_bits, common_bits, size()};
    const uint32_t union_bits = left_bits + right_bits - common_bits;
    if (union_bits > fullest_) {
      out.common_bits = 0;
      return out;
    }
    const uint64_t both = out.left + out.right,
                   smaller = out.left < out.right ? out.left : out.right;
    const uint64_t in_union = of(union_bits);
    out.common = both > in_union ? both - in_union : 0;
    if (out.common > smaller) out.common = smaller;
    return out;
  }

 private:
  uint32_t size() const { return static_cast<uint32_t>(table_.size() - 1); }

  std::vector<uint64_t> table_;  // of 0 to m
  uint32_t fullest_;
};
// The table of that size; the one of the usual filters is made once.
std::shared_ptr<const ElementCounts> element_counts(uint32_t bits, uint32_t hashes);

// floor(1e6 part / whole); 0 of nothing.
constexpr uint32_t millionths(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<uint32_t>(part * 1'000'000 / whole);
}

}  // namespace doppel::refine
