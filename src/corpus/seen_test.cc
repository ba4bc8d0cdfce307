// What workers ask of the texts and keys that others have met.
#include <gtest/gtest.h>

#include <set>

#include "corpus/seen_keys.h"
#include "corpus/seen_texts.h"

namespace doppel::corpus {
namespace {

using Time = SeenTexts::Time;

TEST(SeenTexts, tells_the_first_the_second_and_later_times) {
  SeenTexts seen;
  for (uint64_t round = 0; round < 4; ++round) {
    for (uint64_t i = 0; i < 20000; ++i) {
      const Hash128 hash{i, i * 0x9E3779B97F4A7C15};
      const Time expected = round == 0 ? Time::kFirst : round == 1 ? Time::kSecond : Time::kLater;
      ASSERT_EQ(seen.meet(hash), expected) << i << " " << round;
    }
  }
}

TEST(SeenTexts, forgets_rather_than_grow_beyond_its_most) {
  constexpr uint64_t kTexts = 100'000;
  SeenTexts few(1000), many;
  uint64_t known_to_few = 0, known_to_many = 0;
  for (int round = 0; round < 2; ++round) {
    for (uint64_t i = 0; i < kTexts; ++i) {
      const uint64_t hash = i * 0x9E3779B97F4A7C15;
      known_to_few += few.meet({hash, i}) != Time::kFirst;
      known_to_many += many.meet({hash, i}) != Time::kFirst;
    }
  }
  EXPECT_EQ(known_to_many, kTexts);
  EXPECT_LT(known_to_few, kTexts / 10);
}

TEST(SeenTexts, knows_hashes_that_differ_in_any_bit) {
  SeenTexts seen;
  for (int bit = 0; bit < 64; ++bit) {
    EXPECT_EQ(seen.meet({0, uint64_t{1} << bit}), Time::kFirst) << bit;
  }
  EXPECT_EQ(seen.meet({0, 4}), Time::kSecond);
}

TEST(SeenKeys, meets_a_key_of_the_same_band_only) {
  SeenKeys seen(100);
  const uint32_t left[] = {1, 2, 3}, right[] = {9, 8, 3}, moved[] = {3, 1, 2};
  EXPECT_FALSE(seen.meet(left));
  EXPECT_TRUE(seen.meet(right));
  EXPECT_FALSE(seen.meet(moved));
  EXPECT_TRUE(seen.meet(left));
}

// In a table of twice the keys most of the marks of all texts stay; strangers are hardly ever met.
TEST(SeenKeys, forgets_little_and_takes_few_for_others) {
  constexpr uint32_t kTexts = 10000, kBands = 8;
  SeenKeys seen(kTexts);
  uint32_t strangers = 0, met = 0;
  auto keys_of = [&](uint32_t text) {
    std::vector<uint32_t> keys(kBands);
    for (uint32_t band = 0; band < kBands; ++band) keys[band] = (text * kBands + band) * 2654435761;
    return keys;
  };
  for (uint32_t text = 0; text < kTexts; ++text) strangers += seen.meet(keys_of(text));
  for (uint32_t text = 0; text < kTexts; ++text) met += seen.meet(keys_of(text));
  EXPECT_LT(strangers, kTexts / 100);
  EXPECT_GT(met, kTexts / 100 * 99);
}

}  // namespace
}  // namespace doppel::corpus
