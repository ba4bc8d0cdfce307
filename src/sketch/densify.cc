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
// bin; best when most are full. Backward: for each full bin j and each bin i look up where j stands
// in the order of i and keep the smallest; full * bins steps, many at once in vectors; best when
// few are full, where walking would cost microseconds. Both find the same bin; the cheaper is
// taken. Which bins are empty cannot be predicted, so both go by a mask, a bit for each bin.
//
// Tested by one_permutation_minhash_test.cc (both ways agree, borrowed values, on every target) and
// agreement_test.cc (bias, variance).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sketch/densify.cc"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "sketch/borrow_order.h"
#include "sketch/one_permutation_minhash.h"

HWY_BEFORE_NAMESPACE();
namespace doppel::sketch {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A bit for each bin.
struct BinMask {
  // Calls visit(i) for every one among the first `bins`.
  template <typename Visit>
  HWY_INLINE void ForEach(size_t bins, Visit visit) const {
    for (size_t base = 0; base < bins; base += 64) {
      for (uint64_t left = words[base / 64]; left != 0; left &= left - 1) {
        visit(base + static_cast<size_t>(std::countr_zero(left)));
      }
    }
  }
  HWY_INLINE size_t Count() const {
    size_t out = 0;
    for (uint64_t word : words) out += static_cast<size_t>(std::popcount(word));
    return out;
  }

  uint64_t words[kMaxBins / 64] = {};
};

HWY_INLINE BinMask EmptyBins(const uint32_t* bins, size_t count) {
  const hn::CappedTag<uint32_t, 16> d;
  const auto empty = hn::Set(d, kEmptyBin);
  BinMask out;
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::Eq(hn::LoadU(d, bins + i), empty), bytes);
    // Sixteen lanes at most.
    out.words[i / 64] |= (uint64_t{bytes[0]} | uint64_t{bytes[1]} << 8) << i % 64;
  }
  return out;
}

HWY_INLINE void BorrowForward(const BorrowOrder& orders, const BinMask& empty, size_t count,
                              const uint32_t* before, uint32_t* bins) {
  empty.ForEach(count, [&](size_t i) HWY_ATTR {
    const uint8_t* order = orders.asked_by(i);
    while (before[*order] == kEmptyBin) ++order;
    bins[i] = before[*order];
  });
}

HWY_INLINE void BorrowBackward(const BorrowOrder& orders, const BinMask& empty, size_t count,
                               const uint32_t* before, uint32_t* bins) {
  const hn::CappedTag<uint16_t, 32> d16;
  const hn::Rebind<uint8_t, decltype(d16)> d8;
  HWY_ALIGN uint16_t best[kMaxBins];
  std::fill_n(best, count, UINT16_MAX);
  BinMask full;
  for (size_t w = 0; w < count / 64; ++w) full.words[w] = ~empty.words[w];
  full.ForEach(count, [&](size_t j) HWY_ATTR {
    const uint8_t* places = orders.places_of(j);
    const auto lender = hn::Set(d16, static_cast<uint16_t>(j));
    // Place and lender in one number: the smallest names the lender.
    for (size_t i = 0; i < count; i += hn::Lanes(d16)) {
      const auto place = hn::ShiftLeft<8>(hn::PromoteTo(d16, hn::LoadU(d8, places + i)));
      hn::Store(hn::Min(hn::Load(d16, best + i), hn::Or(place, lender)), d16, best + i);
    }
  });
  empty.ForEach(count, [&](size_t i) HWY_ATTR { bins[i] = before[best[i] & 0xFF]; });
}

void Densify(uint32_t* bins, size_t count) {
  const BinMask mask = EmptyBins(bins, count);
  const size_t empty = mask.Count(), full = count - empty;
  if (empty == 0 || full == 0) return;
  // Nobody borrows what was borrowed.
  uint32_t before[kMaxBins];
  std::copy_n(bins, count, before);
  const BorrowOrder& orders = borrow_order(count);
  // empty * bins / full steps forward, full * bins backward, of which so many go in the time of
  // one.
  constexpr size_t kAtOnce = 4 * hn::MaxLanes(hn::CappedTag<uint16_t, 32>());
  if (kAtOnce * empty < full * full) {
    BorrowForward(orders, mask, count, before, bins);
  } else {
    BorrowBackward(orders, mask, count, before, bins);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace doppel::sketch
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace doppel::sketch {

HWY_EXPORT(Densify);

void densify(std::span<uint32_t> bins) {
  assert(is_bin_count(bins.size()));
  HWY_DYNAMIC_DISPATCH(Densify)(bins.data(), bins.size());
}

}  // namespace doppel::sketch
#endif  // HWY_ONCE
