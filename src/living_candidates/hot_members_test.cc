#include "living_candidates/hot_members.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "support/random_ranks.h"

namespace doppel::living_candidates {
namespace {

using support::GivenRanks;

TEST(HotMembers, names_the_most_preferred_through_any_history) {
  constexpr uint32_t kLimit = 5, kTexts = 400;
  for (uint32_t seed = 0; seed < 8; ++seed) {
    std::mt19937 random(seed);
    GivenRanks ranks(kTexts, 1, random);
    HotMembers hot(kLimit);
    std::set<TextId> members;
    const auto is_member = [&](TextId text) { return members.contains(text); };
    const auto rank_of = [&](TextId text) { return ranks.rank(0, text); };
    for (int step = 0; step < 4000; ++step) {
      const auto before = ranks.first(0, members, kLimit);
      // The bucket grows, shrinks and grows again; while it shrinks, the most preferred texts
      // usually go first.
      const bool shrinking = step / 700 % 2 == 1;
      TextId text{static_cast<uint32_t>(random() % kTexts)};
      if (shrinking && random() % 4 != 0 && !before.empty()) text = before.front();
      std::optional<TextId> told;
      const bool goes = members.contains(text);
      if (goes) {
        members.erase(text);
        told = hot.erase(text, is_member, rank_of);
      } else if (!shrinking || random() % 8 == 0) {
        members.insert(text);
        told = hot.insert(text, rank_of(text));
      }
      const auto after = ranks.first(0, members, kLimit);
      std::vector<TextId> found;
      hot.append_preferred(found);
      ASSERT_EQ(found, after) << seed << ' ' << step;
      ASSERT_EQ(hot.size(), members.size());
      const auto& larger = goes ? after : before;
      const auto& smaller = goes ? before : after;
      for (TextId other : larger) {
        const bool changed = std::find(smaller.begin(), smaller.end(), other) == smaller.end();
        EXPECT_EQ(changed && other != text, told == other && other != text);
      }
      std::vector<TextId> all;
      hot.append_all(all);
      for (TextId member : members) {
        ASSERT_NE(std::find(all.begin(), all.end(), member), all.end());
        EXPECT_EQ(hot.is_preferred(member),
                  std::find(after.begin(), after.end(), member) != after.end());
      }
    }
  }
}

TEST(HotMembers, those_who_went_do_not_pile_up) {
  std::mt19937 random(1);
  GivenRanks ranks(20'000, 1, random);
  HotMembers hot(4);
  std::set<TextId> members;
  for (uint32_t i = 0; i < 20'000; ++i) {
    members.insert({i});
    hot.insert({i}, ranks.rank(0, {i}));
    if (i < 100) continue;
    members.erase({i - 100});
    hot.erase(
        {i - 100}, [&](TextId text) { return members.contains(text); },
        [&](TextId text) { return ranks.rank(0, text); });
  }
  EXPECT_EQ(hot.size(), 100U);
  EXPECT_LT(hot.bytes(), 8192U);
}

}  // namespace
}  // namespace doppel::living_candidates
