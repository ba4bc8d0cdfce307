// Every kernel on every target this machine has, against its definition.
#include "sketch/kernels.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

// Sizes around the widths of all registers and blocks, and one far beyond.
constexpr size_t kSizes[] = {0,  1,  2,   3,   7,   8,   15,  16,  17,   31,   63,
                             64, 65, 127, 128, 129, 255, 256, 300, 2049, 70001};

std::vector<uint64_t> random_values(size_t count, uint64_t seed) {
  TableRandom random(seed);
  std::vector<uint64_t> out(count);
  for (uint64_t& value : out) value = random.next();
  return out;
}

std::vector<uint32_t> halves(const std::vector<uint64_t>& values) {
  return {values.begin(), values.end()};
}

// Runs a test once for each target; hwy::SetSupportedTargetsForTest forces the choice.
class Kernels : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(Kernels, permute_as_the_scalar_definition) {
  for (size_t size : kSizes) {
    auto values = random_values(size, size);
    std::vector<uint64_t> out(size);
    permute(values, 77, out);
    for (size_t i = 0; i < size; ++i)
      ASSERT_EQ(out[i], permuted(values[i], 77)) << size << " " << i;
  }
}

TEST_P(Kernels, find_the_minima_of_affine_maps) {
  for (size_t slots : {16, 32, 64, 80, 128, 208}) {
    auto values = random_values(137, slots);
    auto multipliers = halves(random_values(slots, 1)),
         increments = halves(random_values(slots, 2));
    std::vector<uint32_t> minima(slots,
                                 3000000000);  // below what some would reach: it must be kept
    affine_minima(values, multipliers, increments, minima);
    for (size_t p = 0; p < slots; ++p) {
      uint32_t least = 3000000000;
      for (uint64_t x : values) {
        least = std::min(least, multipliers[p] * static_cast<uint32_t>(x) + increments[p]);
      }
      ASSERT_EQ(minima[p], least) << slots << " " << p;
    }
  }
}

TEST_P(Kernels, count_equal_slots) {
  for (size_t size : kSizes) {
    auto left = halves(random_values(size, 5)), right = left;
    size_t expected = size;
    for (size_t i = 0; i < size; i += 3) right[i] ^= 1u << i % 32, --expected;
    EXPECT_EQ(count_equal(left, right), expected) << size;
    EXPECT_EQ(count_equal(left, left), size);
  }
}

TEST_P(Kernels, take_the_majority_of_every_bit) {
  for (size_t size : kSizes) {
    auto values = random_values(size, size + 9);
    for (uint64_t& value : values) value |= 0xFF, value &= ~uint64_t{0xFF00};  // unanimous bits
    std::array<size_t, 64> ones{};
    for (uint64_t value : values) {
      for (size_t bit = 0; bit < 64; ++bit) ones[bit] += value >> bit & 1;
    }
    uint64_t expected = 0;
    for (size_t bit = 0; bit < 64; ++bit) expected |= uint64_t{2 * ones[bit] > size} << bit;
    ASSERT_EQ(majority_bits(values), expected) << size;
  }
}

TEST_P(Kernels, break_a_tie_downwards) {
  const std::vector<uint64_t> tie = {~uint64_t{0}, 0}, ahead = {~uint64_t{0}, 0, ~uint64_t{0}};
  EXPECT_EQ(majority_bits(tie), 0u);
  EXPECT_EQ(majority_bits(ahead), ~uint64_t{0});
}

TEST_P(Kernels, sum_weights_by_bit) {
  for (size_t size : {0, 1, 5, 1000, 65536}) {
    auto values = random_values(size, 11);
    auto random = random_values(size, 12);
    std::vector<uint16_t> weights(random.begin(), random.end());
    std::array<uint32_t, 64> sums{}, expected{};
    weighted_bit_sums(values, weights, sums);
    for (size_t i = 0; i < size; ++i) {
      for (size_t bit = 0; bit < 64; ++bit) {
        if (values[i] >> bit & 1) expected[bit] += weights[i];
      }
    }
    ASSERT_EQ(sums, expected) << size;
  }
}

TEST_P(Kernels, affine_minimum_is_one_of_the_affine_minima) {
  for (size_t size : kSizes) {
    auto values = random_values(size, 31);
    uint32_t expected = UINT32_MAX;
    for (uint64_t value : values) {
      expected = std::min(expected, static_cast<uint32_t>(value) * 0x9E3779B1U + 77);
    }
    EXPECT_EQ(affine_minimum(values, 0x9E3779B1U, 77), expected) << size;
  }
}

TEST_P(Kernels, count_bits_of_full_and_random_words) {
  for (size_t size : kSizes) {
    auto left = random_values(size, 21), right = random_values(size, 22);
    size_t both = 0, one = 0, different = 0;
    for (size_t i = 0; i < size; ++i) {
      both += static_cast<size_t>(std::popcount(left[i] & right[i]));
      one += static_cast<size_t>(std::popcount(left[i]));
      different += static_cast<size_t>(std::popcount(left[i] ^ right[i]));
    }
    EXPECT_EQ(count_and(left, right), both) << size;
    EXPECT_EQ(count_xor(left, right), different) << size;
    EXPECT_EQ(count_bits(left), one) << size;
    std::vector<uint64_t> rows(right);
    rows.insert(rows.end(), left.begin(), left.end());
    uint32_t counts[2] = {};
    count_and_rows(left, rows, counts);
    EXPECT_EQ(counts[0], both) << size;
    EXPECT_EQ(counts[1], one) << size;
    EXPECT_EQ(count_bits(std::vector<uint64_t>(size, ~uint64_t{0})), 64 * size) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryTarget, Kernels,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

}  // namespace
}  // namespace doppel::sketch
