// The order of shingles that `exact` uses, the rarest first; version 1.
//
// Shingles are ordered by frequency class, then by hash. The class of a shingle is the bit width of
// a counter, which is chosen by the shingle's hash; shingles that share a counter may get a class
// that is too high, which is harmless. Prefixes in any order find all pairs (prefix_index.h); with
// rare shingles first they find few other candidates. The order must not change once prefixes have
// been taken: a living index stores it beside the texts and uses it for all later texts.
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

// How many shingles are in the prefix of a text with n shingles.
uint64_t prefix_size(uint64_t n, Ratio threshold);

class ShingleOrder {
 public:
  // Orders by hash alone.
  ShingleOrder() : classes_(2, 0) {}
  // The classes of shingles, indexed by the top bits of their hashes. REQUIRES: their number is a
  // power of two from 2 to 2^32.
  explicit ShingleOrder(std::vector<uint8_t> classes);

  static uint8_t class_of(uint32_t count);
  // Sets `out` to the first prefix_size() shingles of the set, in this order.
  void cut_prefix(std::span<const uint64_t> set, Ratio threshold, std::vector<uint64_t>& out) const;

  // Stored: never change. kCorrupt if the bytes are not an order, or have another version.
  std::string encode() const;
  static Result<ShingleOrder> decode(std::string_view bytes);

  friend bool operator==(const ShingleOrder&, const ShingleOrder&) = default;

 private:
  std::vector<uint8_t> classes_;
};

}  // namespace doppel::compare
