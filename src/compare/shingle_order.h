// The order of shingles that `exact` goes by, the rarest first; version 1.
//
// By frequency class, then by hash. The class of a shingle is the bit width of a counter that its
// hash falls on; shingles that share a counter only get a class too high. Any order finds all pairs
// (prefix_index.h); one that knows which shingles are rare finds few others. So it is frozen once
// it is made: for a living index it is stored beside the texts, and texts that come later are cut
// by it, too.
//
// A plain value.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel::compare {

// How many of the first shingles of a text of n are indexed.
uint64_t prefix_size(uint64_t n, Ratio threshold);

class ShingleOrder {
 public:
  // By hash alone.
  ShingleOrder() : classes_(2, 0) {}
  // The classes of shingles by the top bits of their hashes. REQUIRES: as many as a power of two
  // from 2 to 2^32.
  explicit ShingleOrder(std::vector<uint8_t> classes);

  static uint8_t class_of(uint32_t count);
  // Sets `out` to the first prefix_size() shingles of the set, in this order.
  void cut_prefix(std::span<const uint64_t> set, Ratio threshold, std::vector<uint64_t>& out) const;

  // Stored: never change. kCorrupt when the bytes are no order, or one of another version.
  std::string encode() const;
  static Result<ShingleOrder> decode(std::string_view bytes);

  friend bool operator==(const ShingleOrder&, const ShingleOrder&) = default;

 private:
  std::vector<uint8_t> classes_;
};

}  // namespace doppel::compare
