// The hash that decides whether two byte strings are equal when only one of them is at hand.
//
// A universal family: whoever does not know the key, and whatever the two strings are, the chance
// that they get one hash is below 2^-80 for strings up to 64 MiB, and below 2^-68 for strings up to
// 4 GiB (the source has the bound and why). XXH3 (hash.h) has no such bound: anybody can compute
// it, so anybody can search for two strings with one hash.
//
// Never stored and never sent: values of different keys have nothing to do with each other. Cost:
// 0.13 ns a byte (XXH3 0.09 on the same machine), 50 ns for short strings. Pure functions of
// (bytes, key); a key is immutable and may be shared between threads.
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
  friend uint64_t keyed_hash64(std::string_view bytes, const HashKey& key);
  static constexpr size_t kBlockWords = 128;  // 1 KiB

  struct Numbers {
    std::array<uint64_t, kBlockWords + 2> block;
    std::array<uint64_t, 2> points;   // below 2^61 - 1
    std::array<uint64_t, 6> halving;  // three numbers of 128 bits
  };
  explicit HashKey(const Numbers& numbers);
  template <size_t kSums>
  Hash128 hash(std::string_view bytes) const;

  Numbers numbers_;
};

Hash128 keyed_hash128(std::string_view bytes, const HashKey& key = HashKey::of_process());

// Half as long and half the work, for one string held against one other: they get one hash with a
// chance below 2^-62. Among many strings some two may agree by chance.
uint64_t keyed_hash64(std::string_view bytes, const HashKey& key = HashKey::of_process());

// Of hash maps whose keys strangers choose: they cannot make them fall together.
struct KeyedHash {
  size_t operator()(std::string_view bytes) const { return keyed_hash64(bytes); }
};

}  // namespace doppel
