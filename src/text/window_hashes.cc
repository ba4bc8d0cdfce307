// There is no rolling state, so windows are independent of each other: a vector computes as many
// windows as it has lanes, and the next unit of each is the same load one position further. This is
// done for windows of the usual length only, because the compiler must know the distances of the
// rotations.
//
// Tested by window_hashes_test.cc on every target, against window_hash().
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/window_hashes.cc"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "text/window_hashes.h"

HWY_BEFORE_NAMESPACE();
namespace doppel::text {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int kPlace>
HWY_INLINE auto Rotated(const uint64_t* units) {
  return hn::RotateRight<64 - kPlace * kWindowRotation>(
      hn::LoadU(hn::ScalableTag<uint64_t>(), units + kPlace));
}

void WindowsOfFive(const uint64_t* units, uint64_t* out, size_t count) {
  const hn::ScalableTag<uint64_t> d;
  const size_t lanes = hn::Lanes(d);
  const auto length = hn::Set(d, 5 * kWindowLength), multiplier = hn::Set(d, kWindowMultiplier);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const uint64_t* from = units + i;
    const auto first = hn::Add(hn::Add(length, hn::LoadU(d, from)), Rotated<1>(from));
    const auto last = hn::Add(hn::Add(Rotated<2>(from), Rotated<3>(from)), Rotated<4>(from));
    const auto h = hn::Mul(hn::Add(first, last), multiplier);
    hn::StoreU(hn::Xor(h, hn::ShiftRight<32>(h)), d, out + i);
  }
  for (; i < count; ++i) out[i] = window_hash(units + i, 5);
}

}  // namespace HWY_NAMESPACE
}  // namespace doppel::text
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace doppel::text {

HWY_EXPORT(WindowsOfFive);

void window_hashes(const uint64_t* units, size_t k, std::span<uint64_t> out) {
  if (k == 5) {
    HWY_DYNAMIC_DISPATCH(WindowsOfFive)(units, out.data(), out.size());
    return;
  }
  for (size_t i = 0; i < out.size(); ++i) out[i] = window_hash(units + i, k);
}

}  // namespace doppel::text
#endif  // HWY_ONCE
