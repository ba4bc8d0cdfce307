#include "sketch/one_permutation_minhash.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "sketch/borrow_order.h"
#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

std::vector<uint64_t> random_hashes(size_t count, uint64_t seed) {
  TableRandom random(seed);
  std::vector<uint64_t> out(count);
  for (uint64_t& value : out) value = random.next();
  return out;
}

std::vector<uint32_t> bins_of(const std::vector<uint64_t>& hashes, size_t bins) {
  std::vector<uint32_t> out(bins, kEmptyBin);
  fill_bins(hashes, out);
  return out;
}

TEST(OnePermutationMinhash, takes_the_bin_from_the_top_and_the_value_from_the_bottom) {
  auto bins =
      bins_of({uint64_t{5} << 57 | 900, uint64_t{5} << 57 | 7, uint64_t{127} << 57 | 1}, 128);
  EXPECT_EQ(bins[5], 7u);
  EXPECT_EQ(bins[127], 1u);
  EXPECT_EQ(std::count(bins.begin(), bins.end(), kEmptyBin), 126);
  EXPECT_EQ(bins_of({uint64_t{5} << 58 | 3}, 64)[5], 3u);
  EXPECT_EQ(bins_of({uint64_t{5} << 56 | 3}, 256)[5], 3u);
}

TEST(OnePermutationMinhash, leaves_the_sketch_of_nothing_empty) {
  std::vector<uint32_t> slots(128, 1);
  one_permutation_minhash({}, slots);
  EXPECT_EQ(slots, std::vector<uint32_t>(128, kEmptyBin));
}

TEST(OnePermutationMinhash, repeats_a_single_element_everywhere) {
  for (size_t bins : {64, 128, 256}) {
    std::vector<uint32_t> slots(bins);
    one_permutation_minhash(std::vector<uint64_t>{0x123456789ABCDEF0}, slots);
    EXPECT_EQ(slots, std::vector<uint32_t>(bins, 0x9ABCDEF0));
  }
}

TEST(OnePermutationMinhash, fills_every_slot_and_keeps_the_full_ones) {
  for (size_t bins : {64, 128, 256}) {
    for (size_t size : {2, 5, 20, 60, 200, 1000}) {
      auto hashes = random_hashes(size, size);
      auto full = bins_of(hashes, bins), slots = full;
      densify(slots);
      std::set<uint32_t> held(full.begin(), full.end());
      held.erase(kEmptyBin);
      for (size_t i = 0; i < bins; ++i) {
        if (full[i] != kEmptyBin) {
          EXPECT_EQ(slots[i], full[i]);
        }
        EXPECT_TRUE(held.contains(slots[i]));
      }
    }
  }
}

// Whatever way is taken to find the lender, a bin asks the others in the same order: who lends to
// it with few full bins still lends when more are full, unless one that it asks earlier has become
// full.
TEST(OnePermutationMinhash, asks_in_one_order_however_many_bins_are_full) {
  for (size_t bins : {64, 128, 256}) {
    std::vector<uint32_t> few(bins, kEmptyBin), many;
    few[3] = 3, few[10] = 10, few[40] = 40;  // backward
    auto few_lent = few;
    densify(few_lent);
    for (size_t extra = 0; extra < bins; ++extra) {
      many = few;
      // Forward: all but a handful are full.
      for (size_t j = 0; j < bins; ++j) {
        if (j % 8 != extra % 8 && many[j] == kEmptyBin) many[j] = static_cast<uint32_t>(j);
      }
      auto lent = many;
      densify(lent);
      for (size_t i = 0; i < bins; ++i) {
        if (many[i] != kEmptyBin) continue;
        // Full bins hold their own number: with only the lender of `many` and those of `few` full,
        // bin i must ask the lender of `many` before the lender of `few`.
        std::vector<uint32_t> pair(bins, kEmptyBin);
        pair[lent[i]] = lent[i], pair[few_lent[i]] = few_lent[i];
        densify(pair);
        ASSERT_EQ(pair[i], lent[i]) << bins << " bins, bin " << i;
      }
    }
  }
}

TEST(OnePermutationMinhash, does_not_see_repeats_or_order) {
  auto hashes = random_hashes(300, 4);
  std::vector<uint32_t> once(128), twice(128);
  one_permutation_minhash(hashes, once);
  auto doubled = hashes;
  doubled.insert(doubled.end(), hashes.rbegin(), hashes.rend());
  one_permutation_minhash(doubled, twice);
  EXPECT_EQ(once, twice);
}

// Known answers, from tests/oracle/signature.py: the tables of borrowing orders are stored for
// ever.
TEST(OnePermutationMinhash, borrows_as_it_always_did) {
  std::vector<uint32_t> bins(128, kEmptyBin);
  for (uint32_t j = 0; j < 128; j += 2) bins[j] = j;
  densify(bins);
  EXPECT_EQ((std::vector<uint32_t>{bins[1], bins[3], bins[5], bins[7], bins[127]}),
            (std::vector<uint32_t>{46, 94, 74, 24, 46}));
}

class Densify : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(Densify, an_empty_bin_takes_the_first_full_one_that_it_asks) {
  for (size_t bins : {64, 128, 256}) {
    for (size_t full = 1; full <= bins; ++full) {
      TableRandom random(bins + full);
      std::vector<uint32_t> before(bins, kEmptyBin);
      for (size_t n = 0; n < full; ++n) {
        const auto bin = random.below(static_cast<uint32_t>(bins));
        before[bin] = bin;
      }
      auto found = before;
      densify(found);
      for (size_t i = 0; i < bins; ++i) {
        uint32_t expected = before[i];
        for (const uint8_t* asked = borrow_order(bins).asked_by(i); expected == kEmptyBin;
             ++asked) {
          expected = before[*asked];
        }
        ASSERT_EQ(found[i], expected) << bins << " bins, " << full << " full, bin " << i;
      }
    }
  }
}

TEST_P(Densify, leaves_alone_what_is_all_full_or_all_empty) {
  for (size_t bins : {64, 128, 256}) {
    for (uint32_t value : {uint32_t{7}, kEmptyBin}) {
      std::vector<uint32_t> slots(bins, value);
      densify(slots);
      EXPECT_EQ(slots, std::vector<uint32_t>(bins, value));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, Densify, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

}  // namespace
}  // namespace doppel::sketch
