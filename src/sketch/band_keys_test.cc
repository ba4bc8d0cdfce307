#include "sketch/band_keys.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sketch/one_permutation_minhash.h"
#include "support/random_sets.h"

namespace doppel::sketch {
namespace {

using support::edited;
using support::random_set;

// Known answers: keys may be stored.
TEST(BandKeys, stay_what_they_are) {
  std::vector<uint32_t> slots(kSketchSlots), keys(21);
  for (uint32_t i = 0; i < kSketchSlots; ++i) slots[i] = i * 2654435761U;
  make_band_keys(slots, {21, 6}, keys);
  EXPECT_EQ(keys[0], 271897998U);
  EXPECT_EQ(keys[20], 2307129607U);
}

TEST(BandKeys, a_batch_of_sketches_gets_the_keys_of_each) {
  constexpr size_t kSketches = 5;
  const Banding banding{21, 6};
  std::mt19937 random(2);
  std::vector<uint32_t> sketches(kSketches * kSketchSlots), keys(kSketches * banding.bands);
  for (uint32_t& slot : sketches) slot = static_cast<uint32_t>(random());
  make_band_keys(sketches, banding, keys);
  for (size_t i = 0; i < kSketches; ++i) {
    std::vector<uint32_t> own(banding.bands);
    make_band_keys(std::span(sketches).subspan(i * kSketchSlots, kSketchSlots), banding, own);
    EXPECT_TRUE(std::equal(own.begin(), own.end(), &keys[i * banding.bands])) << i;
  }
  make_band_keys({}, banding, {});
}

// Random sets of known similarity meet as often as the formula says.
TEST(BandKeys, texts_meet_as_often_as_the_s_curve_says) {
  constexpr int kPairs = 3000;
  std::mt19937_64 random(5);
  const Banding banding{21, 6};
  // common of 300, the rest on both sides: J = common / (600 - common)
  for (size_t common : {200, 240, 267}) {
    double jaccard = static_cast<double>(common) / static_cast<double>(600 - common);
    int met = 0;
    for (int i = 0; i < kPairs; ++i) {
      auto left = support::random_set(300, random);
      auto right = support::edited(left, 300 - common, 300 - common, random);
      std::vector<uint32_t> a(kSketchSlots), b(kSketchSlots), keys_a(21), keys_b(21);
      one_permutation_minhash(left, a);
      one_permutation_minhash(right, b);
      make_band_keys(a, banding, keys_a);
      make_band_keys(b, banding, keys_b);
      bool meets = false;
      for (size_t k = 0; k < 21; ++k) meets |= keys_a[k] == keys_b[k];
      met += meets;
    }
    double expected = banding.probability(jaccard);
    double sigma = std::sqrt(expected * (1 - expected) / kPairs);
    EXPECT_NEAR(met / double{kPairs}, expected, 5 * sigma + 0.01) << jaccard;
  }
}

}  // namespace
}  // namespace doppel::sketch
