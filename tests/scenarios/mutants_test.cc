// Tests of the tests: each fault that group_state/mutants.h can switch on is noticed by the
// scenario named here, and the table printed says how many scenarios, and whether the laws, notice
// it too. Faults in hot buckets are noticed by the law of hot buckets.
#include "group_state/mutants.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <set>

#include "scenarios/laws.h"
#include "scenarios/scenario.h"

namespace doppel::scenarios {
namespace {

using group_state::Mutant;

void switch_on(Mutant which) { switched_on_mutant = static_cast<int>(which); }

struct Case {
  Mutant mutant;
  const char* name;
  const char* caught_by;  // a scenario, or kHotLaw
};
constexpr const char* kHotLaw = "law of hot buckets";

constexpr Case kCases[] = {
    {Mutant::kRedirectsIgnored, "redirects ignored", "redirect_follows_its_target"},
    {Mutant::kRedirectsOneDeep, "redirects one deep", "redirect_chain"},
    {Mutant::kChainRemoval, "chain removal", "chain_of_three"},
    {Mutant::kAnyCertificate, "any certificate", "first_certificate"},
    {Mutant::kNoVerification, "no verification", "paper_significant_change"},
    {Mutant::kWinnerByArrival, "winner by arrival", "market_of_the_oldest"},
    {Mutant::kScoreWithoutBuckets, "score without buckets", "about_the_same_popularity"},
    {Mutant::kDeadPagesKept, "dead pages kept", "dead_winner"},
    {Mutant::kCanonicalFromAnywhere, "canonical from anywhere", "canonical_from_another_domain"},
    {Mutant::kOlderVersionAccepted, "older version accepted", "older_version_after_newer"},
    {Mutant::kDeletedVersionForgotten, "deleted version forgotten", "older_version_after_a_delete"},
    {Mutant::kFirstSeenOverwritten, "first seen overwritten", "first_seen_wins"},
    {Mutant::kOrphansForgotten, "orphans forgotten", "death_of_the_kept_text"},
    {Mutant::kNewKeptUnannounced, "new kept unannounced", "change_travels_down_a_chain"},
    {Mutant::kNoRewalk, "no walk after a loss", "bridge_leaves"},
    {Mutant::kStaleForgotten, "stale group forgotten", "large_group_waits_for_its_walk"},
    {Mutant::kMarketLeaksIntoGroups, "market leaks into groups", "groups_do_not_follow_markets"},
    {Mutant::kAliasLost, "alias lost", "merge_by_a_bridge"},
    {Mutant::kEventSkipped, "event skipped", "deleted_page"},
    {Mutant::kUnprobedInSoundMode, "stay test in sound mode", "sound_finds_the_pair"},
    {Mutant::kTouchesForgotten, "touches forgotten", "touch"},
    {Mutant::kLostCandidatesStay, "lost candidates stay", kHotLaw},
    {Mutant::kGainedUnprobed, "gained candidates unprobed", kHotLaw},
};

std::string folder() { return std::string(DOPPEL_SOURCE_DIR) + "/tests/scenarios"; }

std::set<std::string> failing_scenarios() {
  std::set<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() != ".scenario") continue;
    auto scenario = read_scenario(entry.path().string());
    if (!scenario || !run(*scenario, {}).empty()) out.insert(entry.path().stem().string());
  }
  return out;
}

// The first seed whose history breaks the law; 0: none of the first few does.
uint32_t failing_seed(const Rounds& rounds) {
  constexpr uint32_t kSeeds = 40;
  constexpr size_t kEvents = 100;
  for (uint32_t seed = 1; seed <= kSeeds; ++seed) {
    if (!sound_law(seed, kEvents, rounds).empty()) return seed;
  }
  return 0;
}

const Rounds kRounds{.events = 5};
const Rounds kHotRounds{.events = 5, .strategy = Strategy::kLsh, .hot_limit = 1};

TEST(Mutants, nothing_is_noticed_when_none_is_on) {
  switch_on(Mutant::kNone);
  EXPECT_TRUE(failing_scenarios().empty());
  EXPECT_EQ(failing_seed(kRounds), 0U);
  EXPECT_EQ(failing_seed(kHotRounds), 0U);
}

TEST(Mutants, each_is_noticed_by_the_scenario_named_for_it) {
  std::printf("%-28s %-34s %9s  %s\n", "mutant", "caught by", "scenarios", "laws");
  for (const Case& c : kCases) {
    switch_on(c.mutant);
    std::set<std::string> failing = failing_scenarios();
    uint32_t seed = failing_seed(c.caught_by == kHotLaw ? kHotRounds : kRounds);
    switch_on(Mutant::kNone);
    std::printf("%-28s %-34s %9zu  %s\n", c.name, c.caught_by, failing.size(),
                seed == 0 ? "-" : ("seed " + std::to_string(seed)).c_str());
    EXPECT_TRUE(c.caught_by == kHotLaw ? seed != 0 : failing.contains(c.caught_by)) << c.name;
  }
}

}  // namespace
}  // namespace doppel::scenarios
