#include "sketch/simhash.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

#include "sketch/kernels.h"

namespace doppel::sketch {
namespace {

constexpr uint64_t kUpperSeed =
    0x5EC04D;                     // Stored: never change. Permutes again for bits 64 to 127.
constexpr size_t kBlock = 65536;  // most values of one call of weighted_bit_sums()

std::vector<uint64_t> permuted_again(std::span<const uint64_t> permuted) {
  std::vector<uint64_t> out(permuted.size());
  permute(permuted, kUpperSeed, out);
  return out;
}

uint64_t weighted_majority(std::span<const uint64_t> values, std::span<const uint16_t> weights) {
  std::array<uint64_t, 64> ones{};
  uint64_t total = 0;
  for (size_t begin = 0; begin < values.size(); begin += kBlock) {
    const size_t count = std::min(kBlock, values.size() - begin);
    std::array<uint32_t, 64> sums{};
    weighted_bit_sums(values.subspan(begin, count), weights.subspan(begin, count), sums);
    for (size_t bit = 0; bit < 64; ++bit) ones[bit] += sums[bit];
    for (uint16_t weight : weights.subspan(begin, count)) total += weight;
  }
  uint64_t out = 0;
  for (size_t bit = 0; bit < 64; ++bit) out |= uint64_t{2 * ones[bit] > total} << bit;
  return out;
}

}  // namespace

SimHash simhash(std::span<const uint64_t> permuted, SimHashBits bits) {
  SimHash out{.low = majority_bits(permuted)};
  if (bits == SimHashBits::k128) out.high = majority_bits(permuted_again(permuted));
  return out;
}

SimHash simhash(std::span<const uint64_t> permuted, std::span<const uint16_t> weights,
                SimHashBits bits) {
  assert(permuted.size() == weights.size());
  SimHash out{.low = weighted_majority(permuted, weights)};
  if (bits == SimHashBits::k128) out.high = weighted_majority(permuted_again(permuted), weights);
  return out;
}

double expected_distance(double cosine, SimHashBits bits) {
  return static_cast<double>(bits) * std::acos(std::clamp(cosine, -1.0, 1.0)) / std::numbers::pi;
}

}  // namespace doppel::sketch
