// Random numbers that are the same on every machine: SplitMix64 (Steele, Lea, Flood 2014).
//
// A stream is identified by numbers and not stored: the stream of page 17 does not depend on those
// of the pages before it, so a crawl of any size needs no memory.
//
// Stored: never change; equal seeds give equal crawls. Cost: about 1 ns a number.
#pragma once

#include <cstdint>

namespace doppel::generate {

constexpr uint64_t scrambled(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

// What a stream is for, so that two of one page have nothing in common. Stored: never renumber.
enum class Purpose : uint64_t {
  kWords = 1,
  kLayout,
  kKind,
  kSource,
  kEdits,
  kTemplate,
  kBoilerplate,
  kRecrawl,
  kAddress,
  kArticle,
};

class Random {
 public:
  Random(uint64_t seed, Purpose purpose, uint64_t number = 0)
      : state_(scrambled(scrambled(scrambled(seed) + static_cast<uint64_t>(purpose)) + number)) {}

  uint64_t next() { return scrambled(state_ += kStep); }
  // From 0 to limit - 1, each about equally often. REQUIRES: 0 < limit <= 2^32.
  uint64_t below(uint64_t limit) { return ((next() >> 32) * limit) >> 32; }
  // From low to high, both included.
  uint64_t between(uint64_t low, uint64_t high) { return low + below(high - low + 1); }

 private:
  static constexpr uint64_t kStep = 0x9E3779B97F4A7C15;
  uint64_t state_;
};

}  // namespace doppel::generate
