#include "sketch/borrow_order.h"

#include <algorithm>
#include <numeric>

#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

// Stored: never change. The tables for 64, 128 and 256 bins are the streams of this seed plus the
// bin count.
constexpr uint64_t kOrderSeed = 0xD0BBE1;

}  // namespace

BorrowOrder::BorrowOrder(size_t bins) : bins_(bins), order_(bins * bins), place_(bins * bins) {
  TableRandom random(kOrderSeed + bins);
  for (size_t i = 0; i < bins; ++i) {
    uint8_t* order = &order_[i * bins];
    std::iota(order, order + bins, uint8_t{0});
    for (size_t left = bins; left > 1; --left) {
      std::swap(order[left - 1], order[random.below(static_cast<uint32_t>(left))]);
    }
    for (size_t t = 0; t < bins; ++t) place_[order[t] * bins + i] = static_cast<uint8_t>(t);
  }
}

const BorrowOrder& borrow_order(size_t bins) {
  static const BorrowOrder k64(64), k128(128), k256(256);
  return bins == 64 ? k64 : bins == 128 ? k128 : k256;
}

}  // namespace doppel::sketch
