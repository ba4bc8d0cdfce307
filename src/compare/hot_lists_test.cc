// The rule of bucket_pairs.h, spelled out over whole buckets, beside what the lists tell block by
// block.
#include "compare/hot_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace doppel::compare {
namespace {

std::set<Rank> met_by_the_rule(std::span<const HotBucket> buckets, uint32_t limit, Rank text) {
  std::set<Rank> out;
  for (const HotBucket& bucket : buckets) {
    if (!std::binary_search(bucket.begin(), bucket.end(), text)) continue;
    for (size_t i = 0; i < std::min<size_t>(limit, bucket.size()) && bucket[i] < text; ++i) {
      out.insert(bucket[i]);
    }
  }
  return out;
}

std::vector<HotBucket> random_buckets(Rank texts, std::mt19937& random) {
  std::vector<HotBucket> out(8);
  for (size_t i = 0; i < out.size(); ++i) {
    for (Rank rank = 0; rank < texts; ++rank) {
      if (random() % (i % 2 == 0 ? 3 : 50) == 0) out[i].push_back(rank);
    }
  }
  return out;
}

// Every text once, with what became of it.
void take(const HotLists& lists, const HotLists::Met& met, const std::vector<uint8_t>& kept,
          std::set<Rank>& out) {
  for (bool are_kept : {true, false}) {
    for (HotLists::Number number : are_kept ? met.kept : met.removed) {
      const Rank rank = lists.numbered()[number];
      EXPECT_EQ(kept[rank], are_kept);
      EXPECT_TRUE(out.insert(rank).second);
    }
  }
}

TEST(HotLists, name_whom_the_rule_names) {
  constexpr Rank kTexts = 2000;
  for (uint32_t seed = 0; seed < 12; ++seed) {
    std::mt19937 random(seed);
    const auto buckets = random_buckets(kTexts, random);
    const uint32_t limit = seed % 2 == 0 ? 5 : 100;
    const unsigned kept_share = 1 + seed % 9;
    HotLists lists(buckets, limit, kTexts, usual_memory());
    std::vector<uint8_t> kept(kTexts);
    HotLists::Met met;
    for (Rank begin = 0; begin < kTexts;) {
      const Rank end = std::min<Rank>(kTexts, begin + 1 + random() % 200);
      lists.begin_block();
      std::vector<std::set<Rank>> told(end - begin);
      for (Rank text = begin; text < end; ++text) {
        lists.meet_earlier(text, met);
        take(lists, met, kept, told[text - begin]);
      }
      for (Rank text = begin; text < end; ++text) {
        lists.meet_in_block(text, met);
        take(lists, met, kept, told[text - begin]);
        EXPECT_EQ(told[text - begin], met_by_the_rule(buckets, limit, text)) << seed << ' ' << text;
        kept[text] = random() % kept_share == 0;
        lists.settle(text, kept[text]);
      }
      begin = end;
    }
  }
}

TEST(HotLists, without_buckets_meet_nobody) {
  HotLists lists({}, 512, 3, usual_memory());
  HotLists::Met met;
  lists.begin_block();
  lists.meet_earlier(1, met);
  EXPECT_TRUE(met.kept.empty() && met.removed.empty());
  lists.settle(1, true);
  EXPECT_TRUE(lists.buckets_of(2).empty());
  EXPECT_TRUE(lists.numbered().empty());
}

}  // namespace
}  // namespace doppel::compare
