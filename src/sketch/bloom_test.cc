#include "sketch/bloom.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

std::vector<Hash128> random_ids(size_t count, uint64_t seed) {
  TableRandom random(seed);
  std::vector<Hash128> out(count);
  for (Hash128& id : out) id = {random.next(), random.next()};
  return out;
}

BloomFilter filter_of(const std::vector<Hash128>& ids, size_t bits, uint32_t hashes) {
  BloomFilter out(bits, hashes);
  for (const Hash128& id : ids) out.insert(id);
  return out;
}

TEST(Bloom, sets_the_bits_of_its_definition) {
  BloomFilter filter(192, 3);
  filter.insert({.high = 10, .low = 190});  // step 11: 190, 201 mod 192 = 9, 212 mod 192 = 20
  EXPECT_EQ(filter.words()[0], uint64_t{1} << 9 | uint64_t{1} << 20);
  EXPECT_EQ(filter.words()[1], 0u);
  EXPECT_EQ(filter.words()[2], uint64_t{1} << 62);
  EXPECT_EQ(filter.set_bits(), 3u);
  BloomFilter wraps(128, 2);
  wraps.insert({.high = 1, .low = ~uint64_t{0}});  // 2^64 - 1, then 2^64 mod 2^64
  EXPECT_EQ(wraps.words()[0], 1u);
  EXPECT_EQ(wraps.words()[1], uint64_t{1} << 63);
}

TEST(Bloom, folds_to_the_filter_of_the_smaller_size) {
  const auto ids = random_ids(100, 1);
  for (size_t small : {64, 128, 512, 1024, 2048}) {
    EXPECT_EQ(filter_of(ids, 2048, 4).folded(small), filter_of(ids, small, 4)) << small;
  }
  EXPECT_EQ(filter_of(ids, 1920, 2).folded(192), filter_of(ids, 192, 2));
}

TEST(Bloom, compares_different_sizes_at_the_smaller) {
  const auto left = random_ids(60, 2), right = random_ids(60, 3);
  auto mixed = compare(filter_of(left, 4096, 2), filter_of(right, 1024, 2));
  auto same = compare(filter_of(left, 1024, 2), filter_of(right, 1024, 2));
  ASSERT_TRUE(mixed && same);
  EXPECT_EQ(mixed->both, same->both);
  EXPECT_EQ(mixed->left, same->left);
  EXPECT_EQ(mixed->bits, 1024u);
  EXPECT_FALSE(compare(BloomFilter(192, 2), BloomFilter(128, 2)));
  EXPECT_FALSE(compare(BloomFilter(128, 2), BloomFilter(128, 3)));
}

TEST(Bloom, counts_a_repeated_chunk_by_the_logarithm_of_its_repeats) {
  // 1 + floor(ln r): 1 and 2 are one element, 3 to 7 two, 8 to 20 three.
  const auto id = random_ids(1, 4)[0];
  auto bits = [&](size_t repeats) {
    BloomFilter filter(1 << 16, 1);
    std::vector<Hash128> ids(repeats, id);
    filter.insert_multiset(ids);
    return filter.set_bits();
  };
  EXPECT_EQ(bits(1), 1u);
  EXPECT_EQ(bits(2), 1u);
  EXPECT_EQ(bits(3), 2u);
  EXPECT_EQ(bits(7), 2u);
  EXPECT_EQ(bits(8), 3u);
  EXPECT_EQ(bits(20), 3u);
  EXPECT_EQ(bits(21), 4u);
}

TEST(Bloom, a_set_is_a_multiset_without_repeats) {
  auto ids = random_ids(50, 5);
  BloomFilter multiset(2048, 2);
  multiset.insert_multiset(ids);
  EXPECT_EQ(multiset, filter_of(ids, 2048, 2));
}

TEST(Bloom, sizes_by_the_rule_of_the_paper) {
  EXPECT_EQ(bloom_bits_for(32), 256u);    // 8 KB
  EXPECT_EQ(bloom_bits_for(256), 2048u);  // 64 KB
  EXPECT_EQ(bloom_bits_for(257), 4096u);
  EXPECT_EQ(bloom_bits_for(0), 64u);
}

// J 2.3.1: no common element, m = n, 2n, 4n, 8n, 10n, 11n.
TEST(Bloom, expects_the_ratios_of_the_paper) {
  EXPECT_NEAR(expected_match_ratio(1, 0), 0.6973, 5e-5);
  EXPECT_NEAR(expected_match_ratio(2, 0), 0.4658, 5e-5);
  EXPECT_NEAR(expected_match_ratio(4, 0), 0.1929, 5e-5);
  EXPECT_NEAR(expected_match_ratio(8, 0), 0.0295, 5e-5);
  EXPECT_NEAR(expected_match_ratio(10, 0), 0.0113, 5e-5);
  EXPECT_NEAR(expected_match_ratio(11, 0), 0.0070, 5e-5);
  for (double bits : {1.0, 4.0, 11.0}) EXPECT_DOUBLE_EQ(expected_match_ratio(bits, 1), 1);
}

TEST(Bloom, estimates_elements_from_bits) {
  EXPECT_DOUBLE_EQ(bloom_elements(0, 2048, 2), 0);
  EXPECT_NEAR(bloom_elements(1024, 2048, 2), 1024 * std::log(2), 1e-9);
  EXPECT_DOUBLE_EQ(bloom_elements(64, 64, 2), 64);  // full: it cannot tell
}

}  // namespace
}  // namespace doppel::sketch
