#include "sketch/simhash.h"

#include <gtest/gtest.h>

#include <vector>

#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

std::vector<uint64_t> random_features(size_t count, uint64_t seed) {
  TableRandom random(seed);
  std::vector<uint64_t> out(count);
  for (uint64_t& value : out) value = random.next();
  return out;
}

TEST(SimHash, of_one_feature_is_its_hash) {
  EXPECT_EQ(simhash(std::vector<uint64_t>{42}, SimHashBits::k64), (SimHash{42, 0}));
  SimHash both = simhash(std::vector<uint64_t>{42}, SimHashBits::k128);
  EXPECT_EQ(both.low, 42u);
  EXPECT_NE(both.high, 0u);
}

TEST(SimHash, of_nothing_is_zero) { EXPECT_EQ(simhash({}, SimHashBits::k128), SimHash{}); }

TEST(SimHash, counts_a_weight_as_so_many_repeats) {
  for (SimHashBits bits : {SimHashBits::k64, SimHashBits::k128}) {
    auto features = random_features(50, 7);
    std::vector<uint16_t> weights;
    std::vector<uint64_t> repeated;
    for (size_t i = 0; i < features.size(); ++i) {
      weights.push_back(static_cast<uint16_t>(i * i % 11));
      repeated.insert(repeated.end(), weights.back(), features[i]);
    }
    EXPECT_EQ(simhash(features, weights, bits), simhash(repeated, bits));
  }
}

TEST(SimHash, adds_weights_beyond_32_bits) {
  // 200,000 features of weight 65535 are more than 2^32 a bit; the majority must not wrap around.
  std::vector<uint64_t> features(200'000, ~uint64_t{0});
  std::vector<uint16_t> weights(features.size(), 65535);
  for (size_t i = 0; i < 90'000; ++i) features[i] = 0;
  EXPECT_EQ(simhash(features, weights, SimHashBits::k64).low, ~uint64_t{0});
  for (size_t i = 0; i < 110'000; ++i) features[i] = 0;
  EXPECT_EQ(simhash(features, weights, SimHashBits::k64).low, 0u);
}

TEST(SimHash, measures_distance_in_bits) {
  EXPECT_EQ(hamming_distance({0b1011, 1}, {0b0001, 0}), 3);
  EXPECT_DOUBLE_EQ(expected_distance(1, SimHashBits::k64), 0);
  EXPECT_DOUBLE_EQ(expected_distance(0, SimHashBits::k64), 32);
  EXPECT_DOUBLE_EQ(expected_distance(-1, SimHashBits::k128), 128);
}

}  // namespace
}  // namespace doppel::sketch
