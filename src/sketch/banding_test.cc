#include "sketch/banding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace doppel::sketch {
namespace {

struct KnownShare {
  Banding banding;
  double jaccard, share;
};

// The figures of docs/design/errata.md, by the formula outside this program.
TEST(Banding, has_the_true_shares) {
  const KnownShare known[] = {{{32, 4}, .8, 1.000}, {{32, 4}, .3, .229}, {{16, 8}, .8, .947},
                              {{64, 2}, .3, .998},  {{8, 16}, .8, .204}, {{21, 6}, .8, .998}};
  for (const KnownShare& k : known) {
    EXPECT_NEAR(k.banding.probability(k.jaccard), k.share, 5e-4)
        << k.banding.bands << " x " << k.banding.rows << " at " << k.jaccard;
  }
}

TEST(Banding, ends_at_none_and_all) {
  const Banding banding{21, 6};
  EXPECT_EQ(banding.probability(0), 0);
  EXPECT_EQ(banding.probability(1), 1);
}

TEST(Banding, rises_with_similarity) {
  for (const Banding& banding : {Banding{1, 128}, Banding{21, 6}, Banding{128, 1}}) {
    for (int percent = 0; percent < 100; ++percent) {
      EXPECT_LE(banding.probability(percent / 100.0), banding.probability((percent + 1) / 100.0));
    }
  }
}

// Slots that agree independently, thrown and counted.
TEST(Banding, share_is_what_throwing_slots_gives) {
  const Banding banding{16, 8};
  std::mt19937_64 random(1);
  constexpr int kPairs = 20000;
  constexpr double kJaccard = 0.7;
  int found = 0;
  for (int pair = 0; pair < kPairs; ++pair) {
    bool any = false;
    for (uint32_t band = 0; band < banding.bands; ++band) {
      bool all = true;
      for (uint32_t row = 0; row < banding.rows; ++row) {
        all &= static_cast<double>(random() >> 11) * 0x1p-53 < kJaccard;
      }
      any |= all;
    }
    found += any;
  }
  const double share = banding.probability(kJaccard);
  const double deviation = std::sqrt(share * (1 - share) / kPairs);
  EXPECT_NEAR(static_cast<double>(found) / kPairs, share, 5 * deviation);
}

TEST(SolveBanding, gives_the_banding_of_the_default_rules) {
  EXPECT_EQ(*solve_banding({4, 5}, kBandingRecall, 128), (Banding{21, 6}));
}

TEST(SolveBanding, takes_the_most_rows_that_reach_the_recall) {
  for (Ratio threshold : {Ratio{3, 10}, {1, 2}, {7, 10}, {4, 5}, {9, 10}, {19, 20}}) {
    for (Ratio recall : {Ratio{1, 2}, {9, 10}, {99, 100}, {199, 200}}) {
      for (uint32_t slots : {64u, 128u, 256u}) {
        const double at = static_cast<double>(threshold.num) / threshold.den;
        const double target = static_cast<double>(recall.num) / recall.den;
        auto solved = solve_banding(threshold, recall, slots);
        if (!solved) {
          EXPECT_LT((Banding{slots, 1}.probability(at)), target);
          continue;
        }
        EXPECT_GE(solved->probability(at), target);
        EXPECT_EQ(solved->bands, slots / solved->rows);
        for (uint32_t rows = solved->rows + 1; rows <= slots; ++rows) {
          EXPECT_LT((Banding{slots / rows, rows}.probability(at)), target);
        }
      }
    }
  }
}

TEST(SolveBanding, needs_one_band_for_equal_sets) {
  EXPECT_EQ(*solve_banding({1, 1}, kBandingRecall, 128), (Banding{1, 128}));
  EXPECT_EQ(*solve_banding({1, 1}, {1, 1}, 128), (Banding{1, 128}));
}

TEST(SolveBanding, refuses_low_thresholds) {
  auto solved = solve_banding({29, 100}, kBandingRecall, 128);
  ASSERT_FALSE(solved);
  EXPECT_EQ(solved.error().message(), "lsh needs a threshold of at least 3/10 (got 29/100)");
}

TEST(SolveBanding, refuses_a_recall_out_of_reach) {
  auto solved = solve_banding({4, 5}, {1, 1}, 128);
  ASSERT_FALSE(solved);
  EXPECT_EQ(solved.error().message(),
            "no banding of 128 slots reaches a recall of 1 at threshold 4/5");
}

}  // namespace
}  // namespace doppel::sketch
