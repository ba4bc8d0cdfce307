// Sixteen, 32 or 64 bytes at once: where in them is a delimiter? Compiled once for each kind of
// vector (Highway's foreach_target). Bit i of an answer is byte i. Loads touch all kWideBytes: who
// asks makes sure that they are there.
#if defined(DOPPEL_HTML_WIDE_BYTES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DOPPEL_HTML_WIDE_BYTES_INL_H_
#undef DOPPEL_HTML_WIDE_BYTES_INL_H_
#else
#define DOPPEL_HTML_WIDE_BYTES_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace doppel::html {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// As many as one vector has: with two vectors a step costs more than it saves. 64 at most, so that
// the answers fit a word.
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SVE_256
constexpr int kWideBytes = 32;
#elif HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
constexpr int kWideBytes = 64;
#else
constexpr int kWideBytes = 16;
#endif
constexpr uint64_t kAllBits = ~uint64_t{0} >> (64 - kWideBytes);
using Bytes = hn::CappedTag<uint8_t, kWideBytes>;
using ByteVector = hn::Vec<Bytes>;

// The lowest bits. REQUIRES: count < 64.
HWY_INLINE uint64_t LowBits(int count) { return (uint64_t{1} << count) - 1; }

HWY_INLINE ByteVector LoadBytes(const char* from) {
  return hn::LoadU(Bytes(), reinterpret_cast<const uint8_t*>(from));
}

template <typename Mask>
HWY_INLINE uint64_t Bits(Mask mask) {
  uint8_t bytes[8] = {};
  hn::StoreMaskBits(Bytes(), mask, bytes);
  uint64_t bits;
  std::memcpy(&bits, bytes, sizeof bits);
  return bits;
}

HWY_INLINE auto Equal(ByteVector bytes, char c) {
  return hn::Eq(bytes, hn::Set(Bytes(), static_cast<uint8_t>(c)));
}
HWY_INLINE auto AtMost(ByteVector bytes, char c) {
  return hn::Eq(hn::Min(bytes, hn::Set(Bytes(), static_cast<uint8_t>(c))), bytes);
}

// Copies kWideBytes; those up to the space become spaces.
HWY_INLINE void CopyWithSpaces(const char* from, char* to) {
  for (size_t i = 0; i < kWideBytes; i += hn::Lanes(Bytes())) {
    const auto bytes = hn::Max(LoadBytes(from + i), hn::Set(Bytes(), ' '));
    hn::StoreU(bytes, Bytes(), reinterpret_cast<uint8_t*>(to + i));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace doppel::html
HWY_AFTER_NAMESPACE();

#endif
