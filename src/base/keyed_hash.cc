// Two levels, both from the literature on universal hashing (NH and Toeplitz keys of UMAC, then
// polynomials):
//
//   bytes     | 1 KiB block   | 1 KiB block   | ... | rest, filled up with zeros to 16 bytes |
//   level 1     y1, y2          y1, y2               y1, y2      128 bits each
//   level 2   a polynomial over all y and the length, at two secret points modulo 2^61 - 1
//
// Level 1. y1 = sum of (m[2i] + k[2i]) (m[2i+1] + k[2i+1]) modulo 2^128, each factor modulo 2^64;
// y2 is the same with the key moved on by two words. Two different blocks of one length get the
// same (y1, y2) with probability at most 2^-128.
//
// Level 2. Each y is split into three coefficients, all below 2^61 - 1. Two strings whose
// coefficients differ anywhere, or whose lengths do, are two different polynomials of degree at
// most d = 6 blocks: they agree in a random point with probability at most d / (2^61 - 1), and in
// two points with the square of that.
//
// Together at most 2^-128 + (6 n / 2^61)^2 for n blocks: 2^-84 for 64 MiB, 2^-72 for 4 GiB (and a
// few bits less because the points are drawn as 64 bits and reduced).
//
// Tested by keyed_hash_test.cc: at every length around the edges of words and blocks, every byte
// counts, and so do the length and the order of the blocks.
#include "base/keyed_hash.h"

#include <cstring>

#include "base/secret.h"

namespace doppel {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
constexpr size_t kPairBytes = 16, kBlockBytes = 1024;

uint64_t load(const char* bytes) {
  uint64_t out;
  std::memcpy(&out, bytes, sizeof out);
  return out;
}

// Of at most one block: kSums of the sums above.
template <size_t kSums>
std::array<Wide, kSums> block_sums(std::string_view bytes, const uint64_t* key) {
  std::array<Wide, kSums> out = {};
  auto add = [&](const char* pair, const uint64_t* from) {
    const uint64_t x = load(pair), y = load(pair + 8);
    for (size_t i = 0; i < kSums; ++i) {
      out[i] += static_cast<Wide>(x + from[2 * i]) * (y + from[2 * i + 1]);
    }
  };
  size_t at = 0;
  for (; at + kPairBytes <= bytes.size(); at += kPairBytes) add(bytes.data() + at, key + at / 8);
  if (at < bytes.size()) {
    char rest[kPairBytes] = {};
    std::memcpy(rest, bytes.data() + at, bytes.size() - at);
    add(rest, key + at / 8);
  }
  return out;
}

// A polynomial at one point, coefficient after coefficient.
class Polynomial {
 public:
  explicit Polynomial(uint64_t point) : point_(point) {}

  // REQUIRES: coefficient < 2^60.
  void add(uint64_t coefficient) {
    const Wide product = static_cast<Wide>(value_) * point_ + coefficient;
    const uint64_t sum =
        (static_cast<uint64_t>(product) & kPrime) + static_cast<uint64_t>(product >> 61);
    value_ = sum >= kPrime ? sum - kPrime : sum;
  }
  void add(Wide y) {
    constexpr uint64_t kBits = (uint64_t{1} << 60) - 1;
    add(static_cast<uint64_t>(y) & kBits);
    add(static_cast<uint64_t>(y >> 60) & kBits);
    add(static_cast<uint64_t>(y >> 120));
  }
  // Spreads the value over all 64 bits, one to one, because hash tables use the top bits.
  uint64_t value() const {
    constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio, odd
    const uint64_t h = value_ * kMultiplier;
    return h ^ h >> 32;
  }

 private:
  uint64_t point_, value_ = 0;
};

}  // namespace

HashKey::HashKey(const Numbers& numbers) : numbers_(numbers) {
  for (uint64_t& point : numbers_.points) point %= kPrime;
}

const HashKey& HashKey::of_process() {
  static const HashKey key(drawn_secret<Numbers>());
  return key;
}

HashKey HashKey::from_seed(uint64_t seed) { return HashKey(seeded<Numbers>(seed)); }

template <size_t kSums>
Hash128 HashKey::hash(std::string_view bytes) const {
  Polynomial high(numbers_.points[0]), low(numbers_.points[1]);
  auto add = [&](auto coefficient) {
    high.add(coefficient);
    low.add(coefficient);
  };
  for (size_t at = 0; at < bytes.size(); at += kBlockBytes) {
    for (Wide sum : block_sums<kSums>(bytes.substr(at, kBlockBytes), numbers_.block.data())) {
      add(sum);
    }
  }
  add(static_cast<uint64_t>(bytes.size()));
  return {high.value(), low.value()};
}

Hash128 keyed_hash128(std::string_view bytes, const HashKey& key) { return key.hash<2>(bytes); }

// One sum for each block is enough for 64 bits. The result is reduced by pair-multiply-shift: with
// three random numbers of 128 bits, two different hashes of 128 bits become independent, uniform
// hashes of 64 bits.
uint64_t keyed_hash64(std::string_view bytes, const HashKey& key) {
  const Hash128 hash = key.hash<1>(bytes);
  auto number = [&](size_t i) {
    const auto& halves = key.numbers_.halving;
    return static_cast<Wide>(halves[2 * i]) << 64 | halves[2 * i + 1];
  };
  return static_cast<uint64_t>((number(0) + (number(1) + hash.high) * (number(2) + hash.low)) >>
                               64);
}

}  // namespace doppel
