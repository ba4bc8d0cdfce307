// Whom an empty bin asks, and in which order: for each bin a fixed random order of all bins, both
// ways round. Two tables of a byte for each pair of bins. Immutable; safe to share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace doppel::sketch {

inline constexpr size_t kMaxBins = 256;

class BorrowOrder {
 public:
  explicit BorrowOrder(size_t bins);

  // All bins, in the order in which bin i asks them.
  const uint8_t* asked_by(size_t i) const { return &order_[i * bins_]; }
  // For each bin i, the position of j in its order.
  const uint8_t* places_of(size_t j) const { return &place_[j * bins_]; }

 private:
  size_t bins_;
  std::vector<uint8_t> order_, place_;
};

// REQUIRES: is_bin_count(bins).
const BorrowOrder& borrow_order(size_t bins);

}  // namespace doppel::sketch
