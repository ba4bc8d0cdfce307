// The rule of candidates.h, spelled out over whole buckets, beside what the lists tell block by
// block.
#include "compare/hot_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace doppel::compare {
namespace {

class Rule {
 public:
  Rule(std::span<const HotBucket> buckets, uint32_t limit)
      : buckets_(buckets), limit_(limit), kept_(buckets.size()) {}

  std::set<Rank> met(Rank text) const {
    std::set<Rank> out;
    for (size_t b = 0; b < buckets_.size() && out.size() < 2 * limit_; ++b) {
      if (!has(b, text)) continue;
      out.insert(kept_[b].begin(), kept_[b].end());
      for (Rank rank : buckets_[b].smallest) {
        if (rank < text) out.insert(rank);
      }
    }
    return out;
  }
  void keep(Rank text) {
    for (size_t b = 0; b < buckets_.size(); ++b) {
      if (has(b, text) && kept_[b].size() < limit_) kept_[b].push_back(text);
    }
  }

 private:
  bool has(size_t bucket, Rank text) const {
    const auto& members = buckets_[bucket].members;
    return std::binary_search(members.begin(), members.end(), text);
  }

  std::span<const HotBucket> buckets_;
  uint32_t limit_;
  std::vector<std::vector<Rank>> kept_;
};

std::vector<HotBucket> random_buckets(Rank texts, uint32_t limit, std::mt19937& random) {
  std::vector<HotBucket> out(8);
  for (HotBucket& bucket : out) {
    for (Rank rank = 0; rank < texts; ++rank) {
      if (random() % 3 == 0) bucket.members.push_back(rank);
    }
    bucket.smallest = bucket.members;
    std::shuffle(bucket.smallest.begin(), bucket.smallest.end(), random);
    bucket.smallest.resize(limit);
    std::sort(bucket.smallest.begin(), bucket.smallest.end());
  }
  return out;
}

// The texts by name; every one once, with what became of it.
struct Named {
  std::set<Rank> operator()(const HotLists::Met& met, const std::vector<uint8_t>& kept) const {
    std::set<Rank> out;
    for (auto number : met.kept) {
      EXPECT_TRUE(kept[text_of.at(number)]);
      EXPECT_TRUE(out.insert(text_of.at(number)).second);
    }
    for (auto number : met.removed) {
      EXPECT_FALSE(kept[text_of.at(number)]);
      EXPECT_TRUE(out.insert(text_of.at(number)).second);
    }
    return out;
  }
  std::map<HotLists::Number, Rank> text_of;
};

TEST(HotLists, name_whom_the_rule_names) {
  constexpr Rank kTexts = 600;
  size_t stood = 0, fell = 0;
  for (uint32_t seed = 0; seed < 24; ++seed) {
    std::mt19937 random(seed);
    const uint32_t limit = seed % 2 == 0 ? 5 : 40;
    const auto buckets = random_buckets(kTexts, limit, random);
    const unsigned kept_share = 1 + seed % 9;
    HotLists lists(buckets, limit, kTexts, usual_memory());
    Rule rule(buckets, limit);
    Named named;
    std::vector<uint8_t> kept(kTexts);
    HotLists::Met met;
    for (Rank begin = 0; begin < kTexts;) {
      const Rank end = std::min<Rank>(kTexts, begin + 1 + random() % 60);
      lists.begin_block();
      std::vector<std::set<Rank>> before;
      std::vector<std::pair<uint32_t, uint32_t>> taken;
      for (Rank text = begin; text < end; ++text) {
        lists.meet(text, met);
        before.push_back(named(met, kept));
        taken.emplace_back(met.buckets, met.before_last);
      }
      for (Rank text = begin; text < end; ++text) {
        const std::set<Rank> truth = rule.met(text);
        const size_t i = text - begin;
        if (lists.arrivals(text, taken[i].first, taken[i].second, met)) {
          std::set<Rank> all = named(met, kept);
          all.insert(before[i].begin(), before[i].end());
          EXPECT_EQ(all, truth) << seed << ' ' << text;
          ++stood;
        } else {
          ++fell;
        }
        lists.meet_all(text, met);
        EXPECT_EQ(named(met, kept), truth) << seed << ' ' << text;
        kept[text] = random() % kept_share == 0;
        const auto number = lists.settle(text, kept[text]);
        if (number != HotLists::kNone) named.text_of[number] = text;
        if (kept[text]) rule.keep(text);
      }
      begin = end;
    }
  }
  EXPECT_GT(stood, 10 * fell);
  EXPECT_GT(fell, 0U);
}

TEST(HotLists, without_buckets_meet_nobody) {
  HotLists lists({}, 512, 3, usual_memory());
  HotLists::Met met;
  lists.begin_block();
  lists.meet(1, met);
  EXPECT_TRUE(met.kept.empty() && met.removed.empty());
  EXPECT_TRUE(lists.arrivals(1, met.buckets, met.before_last, met));
  EXPECT_EQ(lists.settle(1, true), HotLists::kNone);
  EXPECT_TRUE(lists.buckets_of(2).empty());
}

}  // namespace
}  // namespace doppel::compare
