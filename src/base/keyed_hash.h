// The hash that decides whether two byte strings are equal when only one of them is at hand.
//
// A universal family: whoever does not know the key, and whatever the two strings are, the chance
// that they get one hash is below 2^-80 for strings up to 64 MiB, and below 2^-68 for strings up to
// 4 GiB (the source has the bound and why). XXH3 (hash.h) has no such bound: anybody can compute
// it, so anybody can search for two strings with one hash.
//
// Never stored and never sent: values of different keys have nothing to do with each other. Cost:
// some 0.1 ns a byte, 20 ns for short strings. Pure functions of (bytes, key); a key is immutable
// and may be shared between threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.h"

namespace doppel {

class HashKey {
 public:
  // Of this process: drawn when it is first asked for.
  static const HashKey& of_process();
  // A key that can be had again, for tests that hold two keys against each other.
  static HashKey from_seed(uint64_t seed);

 private:
  friend Hash128 keyed_hash128(std::string_view bytes, const HashKey& key);
  HashKey() = default;
  void limit_points();

  static constexpr size_t kBlockWords = 128;  // 1 KiB

  std::array<uint64_t, kBlockWords + 2> block_;
  std::array<uint64_t, 2> points_;  // below 2^61 - 1
};

Hash128 keyed_hash128(std::string_view bytes, const HashKey& key = HashKey::of_process());

}  // namespace doppel
