#include "living_candidates/lsh_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "compare/band_index.h"
#include "compare/hot_lists.h"
#include "support/random_ranks.h"

namespace doppel::living_candidates {
namespace {

using support::GivenRanks;

constexpr uint32_t kBands = 4;

// Living texts, their keys and mirror sets; candidates by the definition.
struct Truth {
  // The most preferred text of each mirror set, then the others; each text of mirror set 0 is a
  // mirror set of its own.
  std::vector<TextId> ordered(size_t market, const std::set<TextId>& members) const {
    std::vector<TextId> out = ranks.first(market, members, members.size());
    std::set<uint64_t> met;
    std::stable_partition(out.begin(), out.end(), [&](TextId text) {
      const uint64_t mirror_set = mirror_sets.at(text);
      return mirror_set == 0 || met.insert(mirror_set).second;
    });
    return out;
  }
  std::set<TextId> preferred(size_t market, const std::set<TextId>& members) const {
    const std::vector<TextId> order = ordered(market, members);
    return {order.begin(), order.begin() + static_cast<long>(std::min(limit, order.size()))};
  }
  std::set<TextId> bucket(uint32_t band, uint32_t key) const {
    std::set<TextId> out;
    for (const auto& [text, own] : keys) {
      if (own[band] == key) out.insert(text);
    }
    return out;
  }
  std::set<TextId> candidates(TextId text) const {
    std::set<TextId> out;
    for (uint32_t band = 0; band < kBands; ++band) {
      const auto members = bucket(band, keys.at(text)[band]);
      for (size_t market = 0; market < markets; ++market) {
        const std::set<TextId> first = preferred(market, members);
        out.insert(first.begin(), first.end());
        if (first.contains(text)) out.insert(members.begin(), members.end());
      }
    }
    out.erase(text);
    return out;
  }

  // Of a text that is not in the index, as the least preferred of all.
  std::set<TextId> candidates_of_keys(const std::vector<uint32_t>& of_keys,
                                      uint64_t mirror_set) const {
    std::set<TextId> out;
    for (uint32_t band = 0; band < kBands; ++band) {
      const auto members = bucket(band, of_keys[band]);
      for (size_t market = 0; market < markets; ++market) {
        const auto order = ordered(market, members);
        std::set<uint64_t> met;
        size_t leading = 0;
        for (TextId text : order) {
          leading += mirror_sets.at(text) == 0 || !met.contains(mirror_sets.at(text));
          met.insert(mirror_sets.at(text));
        }
        const bool leads = mirror_set == 0 || !met.contains(mirror_set);
        const bool all = (leads ? leading : order.size()) < limit;
        const auto first = preferred(market, members);
        out.insert(first.begin(), first.end());
        if (all) out.insert(members.begin(), members.end());
      }
    }
    return out;
  }

  const GivenRanks& ranks;
  size_t markets, limit;
  std::map<TextId, std::vector<uint32_t>> keys = {};
  std::map<TextId, uint64_t> mirror_sets = {};
};

std::set<TextId> candidates(const LshIndex& index, TextId text) {
  std::vector<TextId> out;
  index.view().candidates(text, out);
  EXPECT_TRUE(std::is_sorted(out.begin(), out.end()));
  std::set<TextId> each(out.begin(), out.end());
  EXPECT_EQ(each.size(), out.size());
  return each;
}

std::set<TextId> candidates_of_keys(const LshIndex& index, const std::vector<uint32_t>& keys,
                                    uint64_t mirror_set) {
  std::vector<TextId> out;
  index.view().candidates({.keys = keys, .mirror_set = mirror_set}, out);
  return {out.begin(), out.end()};
}

std::vector<uint32_t> random_keys(std::mt19937& random, uint32_t values) {
  std::vector<uint32_t> out;
  for (uint32_t band = 0; band < kBands; ++band) out.push_back(random() % values * 40503U);
  return out;
}

RankOf ranks_of(const GivenRanks& ranks) {
  return [&](size_t market, TextId text) { return ranks.rank(market, text); };
}

// With a limit of 3, buckets cross it in both directions all the time. Numbers are reused. Every
// change is undone once and then made again.
class LivingHistory {
 public:
  LivingHistory(uint32_t seed, uint32_t limit, size_t markets, uint64_t mirror_sets, TableHash hash)
      : random_(seed),
        mirror_sets_(mirror_sets),
        ranks_(kTexts, markets, random_),
        index_(kBands, limit, markets, hash),
        truth_{ranks_, markets, limit},
        values_(limit == 1 ? 2 : 3 + seed * 5) {}

  void run(int steps) {
    for (step_ = 0; step_ < steps; ++step_) {
      before_.clear();
      for (const auto& [text, keys] : truth_.keys) before_[text] = truth_.candidates(text);
      draw();
      if (step_ % 4 == 0) {
        CandidateChanges undone;
        apply(undone);
        index_.undo_change(came_, gone_);
        compare();
      }
      for (TextId text : moved_) ranks_.draw(text);
      CandidateChanges changes;
      apply(changes);
      for (TextId text : gone_) truth_.keys.erase(text);
      for (TextId text : came_) truth_.keys[text] = keys_.at(text);
      expect_told(changes);
      compare();
    }
  }

 private:
  static constexpr uint32_t kTexts = 60;

  void draw() {
    came_.clear();
    gone_.clear();
    moved_.clear();
    const bool shrinking = step_ / 60 % 2 == 1;
    for (uint32_t i = 0; i < kTexts; ++i) {
      const TextId text{i};
      if (random_() % 12 != 0) continue;
      if (!truth_.keys.contains(text)) {
        if (shrinking && random_() % 3 != 0) continue;
        keys_[text] = random_keys(random_, values_);
        truth_.mirror_sets[text] = random_mirror_set();
        ranks_.draw(text);
        came_.push_back(text);
      } else if (random_() % 2 == 0) {
        moved_.push_back(text);
      } else if (shrinking || random_() % 3 == 0) {
        gone_.push_back(text);
      }
    }
  }

  void apply(CandidateChanges& changes) {
    index_.begin_change(ranks_of(ranks_));
    index_.move(moved_, changes);
    for (TextId text : came_) index_.insert(text, signature(text), changes);
    for (TextId text : gone_) index_.release(text, changes);
  }

  uint64_t random_mirror_set() { return mirror_sets_ == 0 ? 0 : random_() % mirror_sets_; }
  TextSignature signature(TextId text) const {
    return {.keys = keys_.at(text), .mirror_set = truth_.mirror_sets.at(text)};
  }

  // Every text whose candidates have changed, except for those that came and went, was reported.
  void expect_told(const CandidateChanges& changes) const {
    const std::set<TextId> gained(changes.gained.begin(), changes.gained.end());
    const std::set<TextId> lost(changes.lost.begin(), changes.lost.end());
    const auto stays = [&](TextId text) {
      return before_.contains(text) && truth_.keys.contains(text);
    };
    for (const auto& [text, was] : before_) {
      if (!stays(text)) continue;
      const std::set<TextId> is = truth_.candidates(text);
      for (TextId other : is) {
        if (!stays(other) || was.contains(other)) continue;
        EXPECT_TRUE(gained.contains(text) || gained.contains(other));
      }
      for (TextId other : was) {
        if (!stays(other) || is.contains(other)) continue;
        EXPECT_TRUE(lost.contains(text) || lost.contains(other));
      }
    }
  }

  void compare() {
    for (const auto& [text, keys] : truth_.keys) {
      ASSERT_EQ(candidates(index_, text), truth_.candidates(text)) << step_;
    }
    for (int i = 0; i < 3; ++i) {
      const auto keys = random_keys(random_, values_);
      const uint64_t mirror_set = random_mirror_set();
      ASSERT_EQ(candidates_of_keys(index_, keys, mirror_set),
                truth_.candidates_of_keys(keys, mirror_set))
          << step_;
    }
  }

  std::mt19937 random_;
  uint64_t mirror_sets_;
  GivenRanks ranks_;
  LshIndex index_;
  Truth truth_;
  uint32_t values_;
  int step_ = 0;
  std::vector<TextId> came_, gone_, moved_;
  std::map<TextId, std::vector<uint32_t>> keys_;
  std::map<TextId, std::set<TextId>> before_;
};

TEST(LshIndex, candidates_are_a_function_of_the_living_texts) {
  for (uint32_t seed = 0; seed < 12; ++seed) {
    const auto hash = seed % 4 == 3 ? TableHash::zero() : TableHash::usual();
    constexpr uint32_t kLimits[] = {1, 3, 512};
    LivingHistory(seed, kLimits[seed % 3], 1 + seed % 2, 0, hash).run(150);
  }
}

// Many pages of one main content, and pages that have one of their own.
TEST(LshIndex, the_best_of_each_mirror_set_come_first_in_hot_buckets) {
  for (uint32_t seed = 0; seed < 18; ++seed) {
    const auto hash = seed % 4 == 3 ? TableHash::zero() : TableHash::usual();
    constexpr uint32_t kLimits[] = {1, 3, 5};
    constexpr uint64_t kUnits[] = {2, 6, 40};
    LivingHistory(seed, kLimits[seed % 3], 1 + seed % 2, kUnits[seed / 3 % 3], hash).run(150);
  }
}

TEST(LshIndex, loaded_at_once_it_is_the_same) {
  std::mt19937 random(6);
  for (uint32_t values : {2U, 30U, 3000U}) {
    constexpr uint32_t kTexts = 800;
    const GivenRanks ranks(kTexts, 1, random);
    LshIndex one_by_one(kBands, 5, 1), at_once(kBands, 5, 1);
    std::vector<TextId> texts;
    std::vector<std::vector<uint32_t>> keys;
    std::vector<TextSignature> signatures;
    CandidateChanges changes;
    one_by_one.begin_change(ranks_of(ranks));
    for (uint32_t i = 0; i < kTexts; ++i) {
      texts.push_back({i});
      keys.push_back(random_keys(random, values));
      one_by_one.insert({i}, {.keys = keys.back(), .mirror_set = i % 9}, changes);
    }
    for (uint32_t i = 0; i < kTexts; ++i)
      signatures.push_back({.keys = keys[i], .mirror_set = i % 9});
    at_once.load(texts, signatures, ranks_of(ranks));
    EXPECT_EQ(at_once.hot_buckets(), one_by_one.hot_buckets());
    for (TextId text : texts) ASSERT_EQ(candidates(at_once, text), candidates(one_by_one, text));
  }
}

// The index of a batch run is the other implementation of the same rule.
TEST(LshIndex, names_whom_a_batch_run_compares) {
  constexpr uint32_t kTexts = 500, kLimit = 6;
  std::mt19937 random(8);
  const GivenRanks ranks(kTexts, 1, random);
  LshIndex living(kBands, kLimit, 1);
  compare::BandKeyTable batch_keys(kBands);
  std::set<TextId> all;
  CandidateChanges changes;
  living.begin_change(ranks_of(ranks));
  for (uint32_t i = 0; i < kTexts; ++i) {
    const auto own = random_keys(random, i % 2 == 0 ? 10 : 400);
    living.insert({i}, {.keys = own}, changes);
    batch_keys.set({i}, own);
    all.insert({i});
  }
  const std::vector<TextId> by_rank = ranks.first(0, all, kTexts);
  std::vector<compare::Rank> rank_of(kTexts);
  for (compare::Rank rank = 0; rank < kTexts; ++rank) rank_of[by_rank[rank].index()] = rank;
  ThreadPool pool(1);
  const compare::BandIndex batch(std::move(batch_keys), {by_rank, rank_of}, pool, kLimit);
  ASSERT_FALSE(batch.hot_buckets().empty());
  compare::HotLists hot(batch.hot_buckets(), kLimit, kTexts, usual_memory());
  compare::HotLists::Met met;
  for (compare::Rank rank = 0; rank < kTexts; ++rank) {
    hot.begin_block();
    std::vector<compare::Rank> earlier;
    ASSERT_TRUE(batch.append_earlier(rank, earlier).ok());
    hot.meet_earlier(rank, met);
    for (auto number : met.kept) earlier.push_back(hot.numbered()[number]);
    std::set<TextId> expected;
    for (compare::Rank other : earlier) expected.insert(by_rank[other]);
    std::set<TextId> found = candidates(living, by_rank[rank]);
    std::erase_if(found, [&](TextId other) { return rank_of[other.index()] > rank; });
    ASSERT_EQ(found, expected) << rank;
    hot.settle(rank, true);
  }
}

TEST(LshIndex, a_text_without_words_has_no_candidates) {
  LshIndex index(kBands, 3, 1);
  CandidateChanges changes;
  index.begin_change([](size_t, TextId) { return std::string(); });
  index.insert({0}, {}, changes);
  index.insert({1}, {}, changes);
  EXPECT_TRUE(candidates(index, {0}).empty());
  index.release({0}, changes);
  index.undo_change({}, std::vector<TextId>{{0}});
  EXPECT_TRUE(candidates(index, {1}).empty());
}

}  // namespace
}  // namespace doppel::living_candidates
