#include "compare/prefix_index.h"

#include <gtest/gtest.h>

#include <set>

#include "similarity/sets.h"
#include "support/random_texts.h"
#include "texts/signer.h"

namespace doppel::compare {
namespace {

using support::random_texts;

constexpr Ratio kThresholds[] = {{1, 10}, {1, 3}, {1, 2}, {4, 5}, {19, 20}, {1, 1}};

// All pairs of subsets of nine numbers, which stand in the order as they are.
TEST(PrefixFilter, loses_no_pair_of_small_sets) {
  constexpr uint32_t kSubsets = 512;
  std::vector<std::vector<uint64_t>> sets(kSubsets);
  for (uint32_t bits = 0; bits < kSubsets; ++bits) {
    for (uint64_t i = 0; i < 9; ++i) {
      if (bits >> i & 1) sets[bits].push_back(i);
    }
  }
  size_t ruled_out = 0;
  for (const auto& a : sets) {
    for (const auto& b : sets) {
      if (a.empty() || b.empty()) continue;
      size_t i = 0, j = 0;  // of the first common number
      while (i < a.size() && j < b.size() && a[i] != b[j]) a[i] < b[j] ? ++i : ++j;
      Similarity truth = similarity::similarity(a, b);
      for (Ratio threshold : kThresholds) {
        bool meets = i < prefix_size(a.size(), threshold) && j < prefix_size(b.size(), threshold);
        bool allowed = meets && positions_allow(a.size(), i, b.size(), j, threshold);
        if (truth.at_least(threshold)) {
          ASSERT_TRUE(allowed);
        }
        ruled_out += meets && !allowed;
      }
    }
  }
  EXPECT_GT(ruled_out, 1000U);
}

TEST(PrefixFilter, prefixes_are_as_short_as_they_may_be) {
  EXPECT_EQ(prefix_size(0, {4, 5}), 0U);
  EXPECT_EQ(prefix_size(1, {4, 5}), 1U);
  EXPECT_EQ(prefix_size(10, {4, 5}), 3U);
  EXPECT_EQ(prefix_size(10, {1, 1}), 1U);
  EXPECT_EQ(prefix_size(10, {1, 100}), 10U);
}

struct World {
  World(size_t count, uint32_t seed) : table(rules, store) {
    texts::Signer signer(rules);
    for (const std::string& text : support::random_texts(count, seed)) {
      by_rank.push_back(table.add(text, signer.identify(text))->text);
      sets.push_back(doppel::shingles(text, rules));
    }
  }

  TextRules rules{.k = 2};
  texts::MemoryTexts store;
  texts::TextTable table;
  std::vector<std::vector<uint64_t>> sets;  // by rank, which is the id here
  std::vector<TextId> by_rank;
};

TEST(PrefixIndex, names_every_pair_whatever_the_threads_and_the_memory) {
  for (uint32_t seed = 0; seed < 4; ++seed) {
    World world(200, seed);
    for (Ratio threshold : kThresholds) {
      std::set<std::pair<Rank, Rank>> named;
      for (size_t threads : {1, 8}) {
        ThreadPool pool(threads);
        texts::ShingleSets sets(world.table, world.rules, world.by_rank,
                                threads == 1 ? UINT64_MAX : 0);
        auto index =
            PrefixIndex::create(sets, 200, threshold, pool, [](uint64_t) { return Status(); });
        ASSERT_TRUE(index);
        std::set<std::pair<Rank, Rank>> found;
        for (Rank text = 0; text < 200; ++text) {
          std::vector<Rank> earlier;
          ASSERT_TRUE((*index)->append_earlier(text, earlier).ok());
          for (Rank rank : earlier) {
            ASSERT_LT(rank, text);
            ASSERT_TRUE((*index)->has_candidates(text) && (*index)->has_candidates(rank));
            found.insert({rank, text});
          }
        }
        if (threads == 1) named = found;
        EXPECT_EQ(found, named);
      }
      size_t pairs = 0;
      for (Rank a = 0; a < 200; ++a) {
        for (Rank b = a + 1; b < 200; ++b) {
          if (!similarity::similarity(world.sets[a], world.sets[b]).at_least(threshold)) continue;
          ++pairs;
          ASSERT_TRUE(named.contains({a, b})) << threshold.to_string();
        }
      }
      EXPECT_LE(pairs, named.size());
      if (threshold == Ratio{4, 5}) {
        EXPECT_LT(named.size(), 10'000U);  // of 19,900
      }
    }
  }
}

}  // namespace
}  // namespace doppel::compare
