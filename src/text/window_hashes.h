// The hashes of windows of units, used by shingles.h.
//
// A window of units w0 .. w(n-1) becomes
//
//   h = n * kLength + w0 + rotl(w1, 13) + rotl(w2, 26) + ...   (rotations mod 64)
//   h = h * kMultiplier;  h ^= h >> 32
//
// Stored: never change (text rules). Thread-safe.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace doppel::text {

inline constexpr int kWindowRotation = 13;
inline constexpr uint64_t kWindowLength = 0xD6E8FEB86659FD93;      // odd, random
inline constexpr uint64_t kWindowMultiplier = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio, odd

inline uint64_t window_hash(const uint64_t* units, size_t count) {
  uint64_t h = count * kWindowLength;
#pragma GCC unroll 5
  for (size_t i = 0; i < count; ++i) {
    h += std::rotl(units[i], static_cast<int>(i * kWindowRotation % 64));
  }
  h *= kWindowMultiplier;
  return h ^ h >> 32;
}

// The hash of the window of k units that begins at each unit. REQUIRES: out.size() + k - 1 units, k
// >= 1.
void window_hashes(const uint64_t* units, size_t k, std::span<uint64_t> out);

}  // namespace doppel::text
