// The hash that decides whether two byte strings are equal when only one of them is available.
//
// A universal family: any two different strings that were chosen without knowing the key have the
// same hash with probability below 2^-80 if they are at most 64 MiB long, and below 2^-68 up to
// 4 GiB (the source derives the bound). XXH3 (hash.h) has no such bound: anybody can compute it, so
// anybody can search for two strings with the same hash.
//
// Never stored and never sent: values under different keys cannot be compared. Cost:
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
  // The key of this process, drawn at random by the first call.
  static const HashKey& of_process();
  // A reproducible key, for tests that compare two keys.
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

// Half as long and half the work, for comparing one string with one other: two different strings
// have the same hash with probability below 2^-62. Among many strings, two may agree by chance.
uint64_t keyed_hash64(std::string_view bytes, const HashKey& key = HashKey::of_process());

// The hash function of hash maps whose keys come from untrusted inputs: nobody can choose keys that
// collide.
struct KeyedHash {
  size_t operator()(std::string_view bytes) const { return keyed_hash64(bytes); }
};

}  // namespace doppel
