#include "living_candidates/hot_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "support/random_ranks.h"

namespace doppel::living_candidates {
namespace {

using support::GivenRanks;

constexpr uint32_t kTexts = 400;

// Members with their mirror sets; the order by its definition.
class Bucket {
 public:
  Bucket(uint32_t seed, uint64_t mirror_sets, uint32_t limit, TableHash hash)
      : random_(seed),
        ranks_(kTexts, 1, random_),
        mirror_sets_(mirror_sets),
        limit_(limit),
        hot_(limit, hash) {}

  std::vector<TextId> preferred() const {
    std::vector<TextId> out = ranks_.first(0, members_, members_.size());
    std::set<uint64_t> met;
    std::stable_partition(out.begin(), out.end(), [&](TextId text) {
      return mirror_set_[text.index()] == 0 || met.insert(mirror_set_[text.index()]).second;
    });
    if (out.size() > limit_) out.resize(limit_);
    return out;
  }

  void step(bool shrinking) {
    const auto before = preferred();
    TextId text{static_cast<uint32_t>(random_() % kTexts)};
    if (shrinking && random_() % 4 != 0 && !before.empty()) text = before.front();
    std::optional<TextId> told;
    const bool goes = members_.contains(text);
    if (goes) {
      members_.erase(text);
      told = hot_.erase(text, texts());
    } else if (!shrinking || random_() % 8 == 0) {
      mirror_set_[text.index()] = random_() % mirror_sets_;
      ranks_.draw(text);
      members_.insert(text);
      told = hot_.insert(text, texts());
    }
    compare();
    const auto after = preferred();
    const auto& larger = goes ? after : before;
    const auto& smaller = goes ? before : after;
    for (TextId other : larger) {
      const bool changed = std::find(smaller.begin(), smaller.end(), other) == smaller.end();
      EXPECT_EQ(changed && other != text, told == other && other != text);
    }
  }

  void compare() const {
    const auto expected = preferred();
    std::vector<TextId> found, all;
    hot_.append_preferred(found);
    ASSERT_EQ(found, expected);
    ASSERT_EQ(hot_.size(), members_.size());
    hot_.append_all(all);
    for (TextId member : members_) {
      ASSERT_NE(std::find(all.begin(), all.end(), member), all.end());
      ASSERT_EQ(hot_.is_preferred(member),
                std::find(expected.begin(), expected.end(), member) != expected.end());
    }
  }

  const HotOrder& hot() const { return hot_; }

 private:
  HotTexts texts() const {
    return {.is_member = [this](TextId text) { return members_.contains(text); },
            .rank_of = [this](TextId text) { return ranks_.rank(0, text); },
            .mirror_set_of = [this](TextId text) { return mirror_set_[text.index()]; }};
  }

  std::mt19937 random_;
  GivenRanks ranks_;
  uint64_t mirror_sets_;
  uint32_t limit_;
  HotOrder hot_;
  std::set<TextId> members_;
  std::vector<uint64_t> mirror_set_ = std::vector<uint64_t>(kTexts);
};

// The bucket grows, shrinks and grows again; while it shrinks, the most preferred texts usually go
// first.
TEST(HotOrder, the_best_of_each_mirror_set_come_first_through_any_history) {
  for (uint32_t seed = 0; seed < 12; ++seed) {
    constexpr uint64_t kUnits[] = {1, 2, 7, 300};
    const auto hash = seed % 5 == 4 ? TableHash::zero() : TableHash::usual();
    Bucket bucket(seed, kUnits[seed % 4], seed < 4 ? 1 : 5, hash);
    for (int step = 0; step < 3000; ++step) {
      bucket.step(step / 700 % 2 == 1);
      ASSERT_FALSE(testing::Test::HasFailure()) << seed << ' ' << step;
    }
  }
}

TEST(HotOrder, a_copy_stays_as_it_is) {
  Bucket bucket(3, 7, 5, TableHash::usual());
  for (int step = 0; step < 500; ++step) bucket.step(false);
  const HotOrder copy = bucket.hot();
  std::vector<TextId> before, after;
  copy.append_preferred(before);
  copy.append_all(before);
  for (int step = 0; step < 500; ++step) bucket.step(step > 200);
  copy.append_preferred(after);
  copy.append_all(after);
  EXPECT_EQ(after, before);
}

TEST(HotOrder, knows_whether_one_more_would_be_preferred) {
  HotOrder hot(3, TableHash::usual());
  const std::vector<uint64_t> mirror_sets = {0, 7, 7, 7, 8};
  const HotTexts texts{.is_member = [](TextId) { return true; },
                       .rank_of = [](TextId text) { return std::to_string(text.value); },
                       .mirror_set_of = [&](TextId text) { return mirror_sets[text.index()]; }};
  for (uint32_t i = 0; i < 4; ++i) hot.insert({i}, texts);
  EXPECT_TRUE(hot.would_be_preferred(0, texts.mirror_set_of));
  EXPECT_TRUE(hot.would_be_preferred(8, texts.mirror_set_of));
  EXPECT_FALSE(hot.would_be_preferred(7, texts.mirror_set_of));
  hot.insert({4}, texts);
  EXPECT_FALSE(hot.would_be_preferred(0, texts.mirror_set_of));
}

}  // namespace
}  // namespace doppel::living_candidates
