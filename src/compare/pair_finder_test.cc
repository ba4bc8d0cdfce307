// The pairs that are found decide as all pairs would. The test knows the winner order only as
// ranks; kept and removed are computed here by the definition.
#include "compare/pair_finder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <thread>

#include "similarity/overlap.h"
#include "similarity/sets.h"
#include "support/random_sets.h"
#include "support/random_texts.h"
#include "texts/signer.h"

namespace doppel::compare {
namespace {

using support::random_texts;

// Every text is a candidate of every other, or some are, by chance.
class RandomCandidates : public CandidateSource {
 public:
  RandomCandidates(Rank texts, uint32_t percent, uint32_t seed) : earlier_(texts) {
    std::mt19937 random(seed);
    for (Rank later = 0; later < texts; ++later) {
      for (Rank rank = 0; rank < later; ++rank) {
        if (random() % 100 < percent) earlier_[later].push_back(rank);
      }
      std::shuffle(earlier_[later].begin(), earlier_[later].end(), random);
      if (!earlier_[later].empty()) earlier_[later].push_back(earlier_[later].front());  // twice
    }
  }
  bool has_candidates(Rank) const override { return true; }
  Status append_earlier(Rank text, std::vector<Rank>& out) const override {
    out.insert(out.end(), earlier_[text].begin(), earlier_[text].end());
    return {};
  }
  std::set<Rank> earlier(Rank text) const { return {earlier_[text].begin(), earlier_[text].end()}; }
  std::span<const HotBucket> hot_buckets() const override { return hot; }
  uint32_t hot_limit() const override { return limit; }

  std::vector<HotBucket> hot;
  uint32_t limit = 0;

 private:
  std::vector<std::vector<Rank>> earlier_;
};

struct World {
  World(size_t count, uint32_t seed) : table(rules, store) {
    texts::Signer signer(rules);
    for (const std::string& text : support::random_texts(count, seed)) {
      TextId id = table.add(text, signer.identify(text))->text;
      by_rank.push_back(id);
      sets.push_back(doppel::shingles(text, rules));
    }
    std::mt19937 random(seed);
    std::shuffle(by_rank.begin(), by_rank.end(), random);
    rank_of.resize(count);
    for (Rank rank = 0; rank < count; ++rank) rank_of[by_rank[rank].index()] = rank;
  }

  Result<FoundPairs> find(const CandidateSource& source, size_t threads,
                          uint64_t keep_bytes = UINT64_MAX) const {
    ThreadPool pool(threads);
    texts::ShingleSets made(table, rules, by_rank, keep_bytes);
    return find_pairs(source, {by_rank, rank_of}, kThreshold, made, pool,
                      [](uint64_t) { return Status(); });
  }
  std::optional<Similarity> pair(Rank a, Rank b) const {
    return similarity::similarity_at_least(sets[by_rank[a].index()], sets[by_rank[b].index()],
                                           kThreshold);
  }

  static constexpr Ratio kThreshold{3, 5};
  TextRules rules{.k = 2};
  texts::MemoryTexts store;
  texts::TextTable table;
  std::vector<std::vector<uint64_t>> sets;  // by text
  std::vector<TextId> by_rank;
  std::vector<Rank> rank_of;
};

// What follows from pairs: for each text the first kept text before it that it forms a pair with,
// and its group.
struct Outcome {
  std::vector<int64_t> removed_for;
  std::vector<Rank> group;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome outcome(size_t texts, const std::set<std::pair<Rank, Rank>>& pairs) {
  Outcome out;
  out.removed_for.assign(texts, -1);
  for (Rank rank = 0; rank < texts; ++rank) {
    for (Rank other = 0; other < rank && out.removed_for[rank] < 0; ++other) {
      if (out.removed_for[other] < 0 && pairs.contains({other, rank}))
        out.removed_for[rank] = other;
    }
  }
  for (Rank rank = 0; rank < texts; ++rank) out.group.push_back(rank);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto [a, b] : pairs) {
      Rank low = std::min(out.group[a], out.group[b]);
      changed |= out.group[a] != low || out.group[b] != low;
      out.group[a] = out.group[b] = low;
    }
  }
  return out;
}

std::set<std::pair<Rank, Rank>> ranked(const World& world, std::span<const Pair> pairs) {
  std::set<std::pair<Rank, Rank>> out;
  for (const Pair& pair : pairs) {
    out.insert(std::minmax(world.rank_of[pair.left.index()], world.rank_of[pair.right.index()]));
  }
  return out;
}

// As it was decided while pairs were looked for; groups by the pairs that were handed over.
Outcome decided(const World& world, const FoundPairs& found) {
  Outcome out = outcome(world.by_rank.size(), ranked(world, found.pairs));
  for (Rank rank = 0; rank < world.by_rank.size(); ++rank) {
    const auto& removal = found.removals[world.by_rank[rank].index()];
    out.removed_for[rank] = removal ? int64_t{world.rank_of[removal->kept.index()]} : -1;
    if (!removal) continue;
    EXPECT_EQ(removal->similarity, similarity::similarity(world.sets[world.by_rank[rank].index()],
                                                          world.sets[removal->kept.index()]));
  }
  return out;
}

TEST(PairFinder, decides_as_all_pairs_among_the_candidates_would) {
  constexpr Rank kTexts = 150;
  for (uint32_t seed = 0; seed < 12; ++seed) {
    World world(kTexts, seed);
    RandomCandidates source(kTexts, seed % 3 == 0 ? 100 : 40, seed);
    std::set<std::pair<Rank, Rank>> all;
    for (Rank later = 0; later < kTexts; ++later) {
      for (Rank rank : source.earlier(later)) {
        if (world.pair(rank, later)) all.insert({rank, later});
      }
    }
    ASSERT_GT(all.size(), 50U);
    auto found = world.find(source, 1);
    ASSERT_TRUE(found);
    EXPECT_EQ(decided(world, *found), outcome(kTexts, all));
    EXPECT_LT(found->tested, found->candidates);
    for (const Pair& pair : found->pairs) {
      EXPECT_LT(pair.left, pair.right);
      EXPECT_EQ(pair.similarity, similarity::similarity(world.sets[pair.left.index()],
                                                        world.sets[pair.right.index()]));
    }
    for (size_t threads : {2, 8}) {
      auto again = world.find(source, threads);
      EXPECT_EQ(again->pairs, found->pairs);
      EXPECT_EQ(again->removals, found->removals);
    }
  }
}

TEST(PairFinder, does_not_depend_on_which_sets_are_kept) {
  World world(100, 3);
  RandomCandidates source(100, 60, 3);
  auto truth = world.find(source, 2)->pairs;
  ASSERT_FALSE(truth.empty());
  EXPECT_EQ(world.find(source, 2, 0)->pairs, truth);
  EXPECT_EQ(world.find(source, 2, 5000)->pairs, truth);
}

// The rule of bucket_pairs.h, spelled out: a text of a hot bucket meets the most preferred of it.
TEST(PairFinder, compares_texts_of_a_hot_bucket_by_the_rule) {
  constexpr Rank kTexts = 120;
  for (uint32_t seed = 0; seed < 10; ++seed) {
    World world(kTexts, seed);
    RandomCandidates source(kTexts, 5, seed);
    source.limit = 6;
    std::mt19937 random(seed);
    for (int b = 0; b < 5; ++b) {
      HotBucket& bucket = source.hot.emplace_back();
      for (Rank rank = 0; rank < kTexts; ++rank) {
        if (random() % 3 == 0) bucket.push_back(rank);
      }
    }
    std::set<std::pair<Rank, Rank>> all;
    for (Rank later = 0; later < kTexts; ++later) {
      std::set<Rank> candidates = source.earlier(later);
      for (const HotBucket& bucket : source.hot) {
        if (!std::binary_search(bucket.begin(), bucket.end(), later)) continue;
        for (size_t i = 0; i < source.limit && bucket[i] < later; ++i) candidates.insert(bucket[i]);
      }
      for (Rank rank : candidates) {
        if (world.pair(rank, later)) all.insert({rank, later});
      }
    }
    for (size_t threads : {1, 2, 8}) {
      auto found = world.find(source, threads);
      ASSERT_TRUE(found);
      EXPECT_EQ(decided(world, *found), outcome(kTexts, all)) << seed;
    }
  }
}

// Texts whose reader tells of every read.
class WatchedTexts : public texts::MemoryTexts {
 public:
  std::unique_ptr<texts::TextReader> reader() const override {
    return std::make_unique<Reader>(*this, texts::MemoryTexts::reader());
  }
  std::function<void()> on_read;

 private:
  struct Reader : texts::TextReader {
    Reader(const WatchedTexts& watched, std::unique_ptr<texts::TextReader> reader)
        : store(watched), inner(std::move(reader)) {}
    Result<std::string_view> text(FormId form) override {
      if (store.on_read) store.on_read();
      return inner->text(form);
    }
    const WatchedTexts& store;
    std::unique_ptr<texts::TextReader> inner;
  };
};

// No set is kept, so every test of the walk reads texts.
TEST(PairFinder, stops_in_the_middle_of_the_walk) {
  constexpr Rank kTexts = 150;
  const TextRules rules{.k = 2};
  WatchedTexts store;
  texts::TextTable table(rules, store);
  texts::Signer signer(rules);
  std::vector<TextId> by_rank;
  std::vector<Rank> rank_of;
  for (const std::string& text : support::random_texts(kTexts, 1)) {
    by_rank.push_back(table.add(text, signer.identify(text))->text);
    rank_of.push_back(static_cast<Rank>(rank_of.size()));
  }
  RandomCandidates source(kTexts, 0, 1);
  HotBucket& bucket = source.hot.emplace_back();
  for (Rank rank = 0; rank < kTexts; ++rank) bucket.push_back(rank);
  source.limit = kTexts;

  std::atomic<size_t> reads = 0;
  auto find = [&](const texts::AdvanceFn& advance) {
    ThreadPool pool(1);
    texts::ShingleSets sets(table, rules, by_rank, 0);
    reads = 0;
    return find_pairs(source, {by_rank, rank_of}, Ratio{1, 10}, sets, pool, advance);
  };
  store.on_read = [&] { ++reads; };
  ASSERT_TRUE(find([](uint64_t) { return Status(); }));
  const size_t all_reads = reads;
  ASSERT_GT(all_reads, kTexts + 10U);  // each text once to make its set, the others by the walk

  std::atomic<bool> told = false;
  store.on_read = [&] {
    if (++reads < kTexts + 5U) return;
    told.wait(false);
    // The one who was told needs a moment to say so.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  auto found = find([&](uint64_t) {
    if (reads < kTexts + 5U) return Status();
    told = true;
    told.notify_all();
    return cancelled();
  });
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), StatusCode::kCancelled);
  EXPECT_LT(reads, all_reads);
}

TEST(PairFinder, stops_when_told) {
  World world(50, 1);
  RandomCandidates source(50, 60, 3);
  ThreadPool pool(2);
  texts::ShingleSets sets(world.table, world.rules, world.by_rank, UINT64_MAX);
  auto found = find_pairs(source, {world.by_rank, world.rank_of}, Ratio{4, 5}, sets, pool,
                          [](uint64_t) { return cancelled(); });
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), StatusCode::kCancelled);
}

}  // namespace
}  // namespace doppel::compare
