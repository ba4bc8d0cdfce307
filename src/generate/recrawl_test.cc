#include "generate/recrawl.h"

#include <gtest/gtest.h>

#include <array>

namespace doppel::generate {
namespace {

using Finding = Recrawl::Finding;

constexpr RecrawlShares kMixture{.fetched = {1, 10},
                                 .changed = {3, 10},
                                 .redirected = {1, 20},
                                 .dead = {1, 10},
                                 .fresh = {1, 5}};

TEST(Recrawl, has_the_shares_it_was_asked_for) {
  const Recrawl recrawl(kMixture, 1, 100'000);
  std::array<int, 5> found{};
  int fresh = 0, again = 0;
  for (uint64_t page = 0; page < recrawl.known(1); ++page) {
    if (!recrawl.fetched(page, 1)) continue;
    if (recrawl.first_round(page) == 1) {
      ++fresh;
      continue;
    }
    ++again;
    Random draws = recrawl.draws(page, 1);
    ++found[static_cast<size_t>(recrawl.find(draws))];
  }
  const auto count = [&](Finding finding) { return found[static_cast<size_t>(finding)]; };
  EXPECT_EQ(fresh, 2000);  // of a round of 10,000
  EXPECT_NEAR(again, 8000, 300);
  EXPECT_NEAR(count(Finding::kUpdated), 1750, 150);
  EXPECT_NEAR(count(Finding::kRewritten), 1250, 130);
  EXPECT_NEAR(count(Finding::kDead), 1000, 120);
  EXPECT_NEAR(count(Finding::kRedirected), 500, 90);
  EXPECT_NEAR(count(Finding::kUnchanged), 3500, 200);
}

TEST(Recrawl, numbers_new_pages_on) {
  const Recrawl recrawl({.fresh = {1, 5}}, 1, 50);
  EXPECT_EQ(recrawl.known(0), 50u);
  EXPECT_EQ(recrawl.known(3), 65u);  // half of 50 is a round, a fifth of it is new
  EXPECT_EQ(recrawl.first_round(49), 0u);
  EXPECT_EQ(recrawl.first_round(50), 1u);
  EXPECT_EQ(recrawl.first_round(54), 1u);
  EXPECT_EQ(recrawl.first_round(55), 2u);
  for (uint64_t page = 0; page < recrawl.known(4); ++page) {
    const uint32_t first = recrawl.first_round(page);
    EXPECT_TRUE(recrawl.fetched(page, first)) << page;
    EXPECT_TRUE(first == 0 || !recrawl.fetched(page, first - 1)) << page;
  }
}

TEST(Recrawl, knows_the_last_rewrite) {
  const Recrawl recrawl(kMixture, 2, 1000);
  int later = 0;
  for (uint64_t page = 0; page < recrawl.known(50); page += 7) {
    uint32_t last = recrawl.first_round(page);
    for (uint32_t round = last + 1; round <= 50; ++round) {
      EXPECT_EQ(recrawl.last_rewrite(page, round), last) << page << " in " << round;
      if (!recrawl.fetched(page, round)) continue;
      Random draws = recrawl.draws(page, round);
      if (recrawl.find(draws) == Finding::kRewritten) last = round, ++later;
    }
  }
  EXPECT_GT(later, 50);
}

TEST(Recrawl, can_be_a_round_of_all_pages_or_of_new_ones_alone) {
  const RecrawlShares all{.fetched = {1, 1}, .changed = {1, 1}};
  const RecrawlShares fresh{.fetched = {1, 1}, .changed = {0, 1}, .fresh = {1, 1}};
  EXPECT_TRUE(all.check().ok());
  EXPECT_TRUE(fresh.check().ok());
  for (uint64_t page = 0; page < 100; ++page) {
    EXPECT_TRUE(Recrawl(all, 1, 100).fetched(page, 1));
    EXPECT_FALSE(Recrawl(fresh, 1, 100).fetched(page, 1));
  }
  EXPECT_EQ(Recrawl(fresh, 1, 100).known(2), 300u);
}

TEST(RecrawlShares, are_checked) {
  EXPECT_TRUE(RecrawlShares{}.check().ok());
  EXPECT_EQ((RecrawlShares{.fetched = {3, 2}}).check().message(),
            "--fetched must be between 0 and 1 (got 3/2)");
  EXPECT_EQ((RecrawlShares{.dead = {1, 5}, .fresh = {1, 4}}).check().message(),
            "--changed, --redirected, --dead and --new add up to more than 1");
}

}  // namespace
}  // namespace doppel::generate
