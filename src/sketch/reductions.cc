#include "sketch/reductions.h"

#include <bit>
#include <cassert>
#include <cmath>

#include "base/bytes.h"
#include "base/hash.h"

namespace doppel::sketch {
namespace {

// One bit in every field of `bits` bits, the lowest.
constexpr uint64_t lowest_of_fields(uint32_t bits) {
  return ~uint64_t{0} / ((uint64_t{1} << bits) - 1);
}

}  // namespace

std::vector<uint64_t> bbit_sketch(std::span<const uint32_t> slots, uint32_t bits) {
  assert(is_bbit_width(bits) && slots.size() * bits % 64 == 0);
  std::vector<uint64_t> out(slots.size() * bits / 64);
  const uint64_t mask = (uint64_t{1} << bits) - 1;
  for (size_t i = 0; i < slots.size(); ++i)
    out[i * bits / 64] |= (slots[i] & mask) << (i * bits % 64);
  return out;
}

size_t count_equal_bbit(std::span<const uint64_t> left, std::span<const uint64_t> right,
                        uint32_t bits) {
  assert(left.size() == right.size() && is_bbit_width(bits));
  size_t equal = 0;
  for (size_t i = 0; i < left.size(); ++i) {
    uint64_t differs = left[i] ^ right[i];
    // Gather each field's differences in its lowest bit.
    for (uint32_t step = bits / 2; step > 0; step /= 2) differs |= differs >> step;
    equal += 64 / bits - static_cast<size_t>(std::popcount(differs & lowest_of_fields(bits)));
  }
  return equal;
}

double bbit_jaccard(size_t equal, size_t slots, uint32_t bits) {
  const double by_chance = std::ldexp(1.0, -static_cast<int>(bits));
  return (static_cast<double>(equal) / static_cast<double>(slots) - by_chance) / (1 - by_chance);
}

std::vector<uint64_t> super_shingles(std::span<const uint32_t> slots, size_t groups, size_t rows) {
  assert(groups * rows <= slots.size());
  std::vector<uint64_t> out;
  for (size_t g = 0; g < groups; ++g) {
    ByteWriter bytes;
    for (uint32_t slot : slots.subspan(g * rows, rows)) bytes.u32(slot);
    out.push_back(hash64(bytes.bytes()));
  }
  return out;
}

double super_shingle_chance(double jaccard, size_t groups, size_t rows, size_t needed) {
  const double p = std::pow(jaccard, static_cast<double>(rows));
  double too_few = 0, ways = 1;
  for (size_t equal = 0; equal < needed && equal <= groups; ++equal) {
    too_few += ways * std::pow(p, static_cast<double>(equal)) *
               std::pow(1 - p, static_cast<double>(groups - equal));
    ways = ways * static_cast<double>(groups - equal) / static_cast<double>(equal + 1);
  }
  return 1 - too_few;
}

}  // namespace doppel::sketch
