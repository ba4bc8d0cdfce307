// Optimal densification (Shrivastava 2017): an empty bin copies a full one chosen at random, the
// same way in every text. Here each bin i owns a fixed random order of all bins, and takes the
// first full one in it.
//
// Why that is unbiased: let U be the bins that are full in A or in B. The first bin of U in the
// order of i does not depend on what the bins hold. If it is full in both, A and B borrow from it,
// and agree there with probability J; if it is full in only one of them, its smallest element is
// not common, and the values that the two borrow are minima over different bins: they do not agree
// (up to 2^-32). A full bin and one that borrows are compared in the same way. Borrowing neighbours
// instead would repeat runs and raise the variance; an order of its own for each bin makes any two
// borrowers independent.
//
//   bins    0  1  2  3  4  5  6  7          order of bin 1: 6 3 0 5 ...
//   full    a  .  .  b  .  c  .  .          6 is empty, 3 is full: bin 1 borrows b
//
// Two ways to find the first full bin. Forward: walk the order, bins / full steps for each empty
// bin; best when most are full. Backward: for each full bin j and each empty bin i look up where j
// stands in the order of i and keep the smallest; full * empty steps, branch-free over i; best when
// few are full, where walking would cost microseconds. Both find the same bin; the cheaper is
// taken.
//
// Tested by one_permutation_test.cc (both ways agree, borrowed values) and agreement_test.cc (bias,
// variance).
#include "sketch/one_permutation.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <vector>

#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

constexpr size_t kMaxBins = 256;
// Stored: never change. The tables for 64, 128 and 256 bins are the streams of this seed plus the
// bin count.
constexpr uint64_t kOrderSeed = 0xD0BBE1;

// For each bin an order of all bins, both ways round.
class BorrowOrder {
 public:
  explicit BorrowOrder(size_t bins) : bins_(bins), order_(bins * bins), place_(bins * bins) {
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

  // All bins, in the order in which bin i asks them.
  const uint8_t* asked_by(size_t i) const { return &order_[i * bins_]; }
  // For each bin i, where j stands in its order.
  const uint8_t* places_of(size_t j) const { return &place_[j * bins_]; }

 private:
  size_t bins_;
  std::vector<uint8_t> order_, place_;
};

const BorrowOrder& borrow_order(size_t bins) {
  static const BorrowOrder k64(64), k128(128), k256(256);
  return bins == 64 ? k64 : bins == 128 ? k128 : k256;
}

void borrow_forward(const BorrowOrder& orders, std::span<const uint32_t> full,
                    std::span<uint32_t> bins) {
  for (size_t i = 0; i < bins.size(); ++i) {
    if (full[i] != kEmptyBin) continue;
    const uint8_t* order = orders.asked_by(i);
    while (full[*order] == kEmptyBin) ++order;
    bins[i] = full[*order];
  }
}

void borrow_backward(const BorrowOrder& orders, std::span<const uint32_t> full,
                     std::span<uint32_t> bins) {
  uint32_t best[kMaxBins];
  std::fill_n(best, bins.size(), ~uint32_t{0});
  for (size_t j = 0; j < bins.size(); ++j) {
    if (full[j] == kEmptyBin) continue;
    const uint8_t* places = orders.places_of(j);
    // Place and lender in one number: the smallest names the lender.
    for (size_t i = 0; i < bins.size(); ++i) {
      best[i] = std::min(best[i], uint32_t{places[i]} << 8 | static_cast<uint32_t>(j));
    }
  }
  for (size_t i = 0; i < bins.size(); ++i) {
    if (full[i] == kEmptyBin) bins[i] = full[best[i] & 0xFF];
  }
}

}  // namespace

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

void densify(std::span<uint32_t> bins) {
  assert(is_bin_count(bins.size()));
  const auto empty = static_cast<size_t>(std::count(bins.begin(), bins.end(), kEmptyBin));
  const size_t full_bins = bins.size() - empty;
  if (empty == 0 || full_bins == 0) return;
  uint32_t full[kMaxBins];
  std::copy(bins.begin(), bins.end(), full);
  const std::span<const uint32_t> before(full, bins.size());
  // empty * bins / full steps forward, full * bins backward, of which eight go in the time of one.
  if (8 * empty < full_bins * full_bins) {
    borrow_forward(borrow_order(bins.size()), before, bins);
  } else {
    borrow_backward(borrow_order(bins.size()), before, bins);
  }
}

void one_permutation(std::span<const uint64_t> permuted, std::span<uint32_t> slots) {
  std::fill(slots.begin(), slots.end(), kEmptyBin);
  fill_bins(permuted, slots);
  densify(slots);
}

}  // namespace doppel::sketch
