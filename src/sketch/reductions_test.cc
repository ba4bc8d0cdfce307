#include "sketch/reductions.h"

#include <gtest/gtest.h>

#include <set>

#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

std::vector<uint32_t> random_slots(size_t count, uint64_t seed) {
  TableRandom random(seed);
  std::vector<uint32_t> out(count);
  for (uint32_t& slot : out) slot = static_cast<uint32_t>(random.next());
  return out;
}

TEST(Reductions, bbit_packs_the_lowest_bits_slot_0_lowest) {
  std::vector<uint32_t> slots(64, 0);
  slots[0] = 0xABCDEF1, slots[1] = 0x72, slots[63] = 0xF;
  EXPECT_EQ(bbit_sketch(slots, 4)[0], 0x21u);
  EXPECT_EQ(bbit_sketch(slots, 4)[3], uint64_t{0xF} << 60);
  EXPECT_EQ(bbit_sketch(slots, 1), (std::vector<uint64_t>{1 | uint64_t{1} << 63}));
  EXPECT_EQ(bbit_sketch(slots, 8)[0], 0x72F1u);
}

TEST(Reductions, bbit_counts_equal_slots) {
  for (uint32_t bits : {1, 2, 4, 8}) {
    auto left = random_slots(128, bits), right = random_slots(128, bits + 100);
    for (size_t i = 0; i < 40; ++i) right[i * 3] = left[i * 3];
    size_t expected = 0;
    for (size_t i = 0; i < 128; ++i) expected += ((left[i] ^ right[i]) & ((1u << bits) - 1)) == 0;
    EXPECT_EQ(count_equal_bbit(bbit_sketch(left, bits), bbit_sketch(right, bits), bits), expected)
        << bits;
  }
}

TEST(Reductions, bbit_is_corrected_for_agreement_by_chance) {
  EXPECT_DOUBLE_EQ(bbit_jaccard(128, 128, 1), 1);
  EXPECT_DOUBLE_EQ(bbit_jaccard(64, 128, 1), 0);
  EXPECT_DOUBLE_EQ(bbit_jaccard(96, 128, 1), 0.5);
  EXPECT_DOUBLE_EQ(bbit_jaccard(0, 128, 2), -1.0 / 3);
}

TEST(Reductions, a_super_shingle_depends_on_its_own_rows_alone) {
  auto slots = random_slots(84, 5);
  auto groups = super_shingles(slots, 6, 14);
  ASSERT_EQ(groups.size(), 6u);
  EXPECT_EQ(std::set<uint64_t>(groups.begin(), groups.end()).size(), 6u);
  slots[14] ^= 1;  // the first row of group 1
  auto changed = super_shingles(slots, 6, 14);
  for (size_t g = 0; g < 6; ++g) EXPECT_EQ(groups[g] == changed[g], g != 1) << g;
}

TEST(Reductions, the_chance_of_super_shingles_is_the_binomial_tail) {
  EXPECT_DOUBLE_EQ(super_shingle_chance(1, 6, 14, 2), 1);
  EXPECT_DOUBLE_EQ(super_shingle_chance(0, 6, 14, 2), 0);
  EXPECT_DOUBLE_EQ(super_shingle_chance(0.5, 1, 1, 1), 0.5);
  EXPECT_NEAR(super_shingle_chance(0.5, 2, 1, 1), 0.75, 1e-12);
  EXPECT_NEAR(super_shingle_chance(0.5, 3, 1, 2), 0.5, 1e-12);
  // p = .95^14 = .4877: 1 - (1-p)^6 - 6 p (1-p)^5
  EXPECT_NEAR(super_shingle_chance(0.95, 6, 14, 2), 0.8786, 5e-4);
}

}  // namespace
}  // namespace doppel::sketch
