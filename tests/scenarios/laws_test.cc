// Laws over random histories of 300 events: seeds 1 to 200, each printed when it fails.
#include "scenarios/laws.h"

#include <gtest/gtest.h>

#include <iostream>

namespace doppel::scenarios {
namespace {

constexpr uint32_t kHistories = 200, kPageHistories = 60, kDiskHistories = 10;
constexpr size_t kEvents = 300;

void expect_sound(const Rounds& rounds) {
  const uint32_t histories = rounds.on_disk ? kDiskHistories
                             : rounds.pages ? kPageHistories
                                            : kHistories;
  for (uint32_t seed = 1; seed <= histories; ++seed) {
    std::string fault = sound_law(seed, kEvents, rounds);
    ASSERT_EQ(fault, "");
  }
  std::cout << "seeds 1 to " << histories << ", " << kEvents << " events each\n";
}

TEST(SoundGroups, equal_a_run_from_scratch_after_every_event) { expect_sound({.events = 1}); }
TEST(SoundGroups, equal_a_run_from_scratch_in_rounds_of_seven) { expect_sound({.events = 7}); }
TEST(SoundGroups, equal_a_run_from_scratch_in_one_round) { expect_sound({}); }
TEST(SoundGroups, do_not_depend_on_the_order_inside_a_round) {
  expect_sound({.events = 7, .shuffle = true});
  expect_sound({.shuffle = true});
}
TEST(SoundGroups, do_not_depend_on_restarts) { expect_sound({.events = 20, .restart = true}); }

TEST(SoundGroups, do_not_depend_on_where_the_rows_are) {
  expect_sound({.events = 20, .restart = true, .on_disk = true, .strategy = Strategy::kLsh});
}

TEST(SoundGroups, do_not_depend_on_how_candidates_are_found) {
  expect_sound({.events = 7, .strategy = Strategy::kLsh});
  expect_sound({.events = 7, .strategy = Strategy::kExact});
}
// Buckets cross the limit both ways all the time: the living state is that of the rule from
// scratch.
TEST(SoundGroups, equal_a_run_from_scratch_when_buckets_are_hot) {
  for (uint32_t limit : {1U, 2U, 3U}) {
    expect_sound({.events = 2 * limit, .strategy = Strategy::kLsh, .hot_limit = limit});
  }
  expect_sound({.events = 20, .restart = true, .strategy = Strategy::kLsh, .hot_limit = 1});
}

// Most texts have two views; each view has its buckets, and those of main contents an order of
// their own.
TEST(SoundGroups, of_pages_equal_a_run_from_scratch) {
  expect_sound({.events = 7, .pages = true});
  expect_sound({.events = 7, .strategy = Strategy::kLsh, .pages = true});
  expect_sound({.events = 7, .strategy = Strategy::kExact, .pages = true});
  expect_sound({.events = 20, .restart = true, .strategy = Strategy::kLsh, .pages = true});
  for (uint32_t limit : {1U, 2U, 3U}) {
    expect_sound(
        {.events = 2 * limit, .strategy = Strategy::kLsh, .hot_limit = limit, .pages = true});
  }
  expect_sound(
      {.events = 20, .restart = true, .strategy = Strategy::kLsh, .hot_limit = 2, .pages = true});
}

TEST(PaperGroups, differ_only_after_an_approximation_and_tell_only_what_is_proven) {
  PaperOutcome sum;
  for (uint32_t seed = 1; seed <= kHistories; ++seed) {
    PaperOutcome outcome = paper_law(seed, kEvents);
    ASSERT_EQ(outcome.fault, "");
    sum.probes_saved += outcome.probes_saved;
    sum.rewalks_saved += outcome.rewalks_saved;
    sum.failed += outcome.failed;
  }
  std::cout << "seeds 1 to " << kHistories << ": " << sum.probes_saved << " probes saved, "
            << sum.rewalks_saved << " walks saved, " << sum.failed << " verifications failed\n";
  EXPECT_GT(sum.probes_saved, 0U);
  EXPECT_GT(sum.rewalks_saved, 0U);
  EXPECT_GT(sum.failed, 0U);
}

}  // namespace
}  // namespace doppel::scenarios
