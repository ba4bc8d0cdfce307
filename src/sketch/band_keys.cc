// A key is the high half of a sum of products, one factor a row:
//
//   key = (m0 s0 + m1 s1 + ... + m5 s5 mod 2^64) >> 32
//
// With random multipliers of 64 bits this is a universal hash of 32-bit rows: two different bands
// get one key with probability about 2^-32, whatever they hold. Rows do not wait for each other, as
// they would in a chain. A chance meeting costs a comparison, never a wrong answer.
//
// Tested by band_keys_test.cc: known answers, and the S-curve on random sets against the formula.
#include "sketch/band_keys.h"

#include <array>
#include <cassert>

#include "sketch/mutants.h"
#include "sketch/one_permutation_minhash.h"
#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

// Stored: never change.
constexpr uint64_t kMultiplierSeed = 0xBA2D5;

constexpr std::array<uint64_t, kSketchSlots> kMultipliers = [] {
  std::array<uint64_t, kSketchSlots> out{};
  TableRandom random(kMultiplierSeed);
  for (uint64_t& multiplier : out) multiplier = random.next() | 1;
  return out;
}();

}  // namespace

void make_band_keys(std::span<const uint32_t> sketches, const Banding& banding,
                    std::span<uint32_t> keys) {
  assert(sketches.size() % kSketchSlots == 0 &&
         keys.size() == sketches.size() / kSketchSlots * banding.bands);
  uint32_t* key = keys.data();
  for (size_t begin = 0; begin < sketches.size(); begin += kSketchSlots) {
    const uint32_t* slot = &sketches[begin];
    for (uint32_t band = 0; band < banding.bands; ++band) {
      uint64_t sum = 0;
      for (uint32_t row = 0; row < banding.rows; ++row) sum += kMultipliers[row] * *slot++;
      if (mutant(Mutant::kBandsOverlap)) slot -= banding.rows - 1;
      *key++ = static_cast<uint32_t>(sum >> 32);
    }
  }
}

}  // namespace doppel::sketch
