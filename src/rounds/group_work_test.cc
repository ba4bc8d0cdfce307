// How much work is a change in a large group? Counted, not timed; bench/group_bench.cc has the
// times.
#include <gtest/gtest.h>

#include "group_state/answers.h"
#include "support/near_equal_texts.h"

namespace doppel::rounds {
namespace {

using support::LargeGroup;

TEST(GroupWork, changes_in_a_group_of_100000_near_equal_texts_are_local_or_linear) {
  constexpr uint32_t kSize = 100'000;
  LargeGroup group(kSize);
  ASSERT_EQ(group.kept(1), 1U);

  // A member changes: it is compared with the kept text alone, although all are its candidates.
  Counters changed = group.change(777);
  EXPECT_EQ(changed.probes, 1U);
  EXPECT_EQ(changed.verifications, 1U);
  EXPECT_EQ(changed.rewalks + changed.stale_groups, 0U);
  EXPECT_EQ(group.kept(777), 1U);

  // A member dies: nobody is compared.
  Counters died = group.kill(778);
  EXPECT_EQ(died.probes + died.verifications, 0U);

  // The kept text dies: one verification for each other member, one probe for the new kept text.
  Counters headless = group.kill(0);
  EXPECT_EQ(headless.probes, 1U);
  EXPECT_EQ(headless.verifications, kSize - 3);
  EXPECT_EQ(headless.rewalks + headless.stale_groups, 0U);
  EXPECT_EQ(group.kept(1), 1U);
  group_state::StateView state = group.view();
  std::string last = LargeGroup::url(kSize - 1);
  auto proof = group_state::Answers(state).removal_proof(0, last, state.page(last));
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->kept, LargeGroup::url(1));
  EXPECT_EQ(proof->similarity, (Similarity{60, 1, 1}));
}

}  // namespace
}  // namespace doppel::rounds
