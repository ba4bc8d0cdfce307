#include "compare/bucket_pairs.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "compare/band_index.h"
#include "compare/hot_lists.h"

namespace doppel::compare {
namespace {

using Pairs = std::set<CandidatePair>;

// Rows of several bands with few keys; some texts have none.
std::vector<BucketRow> random_rows(Rank texts, uint32_t bands, uint32_t keys, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<BucketRow> out;
  for (Rank text = 0; text < texts; ++text) {
    if (random() % 10 == 0) continue;
    for (uint64_t band = 0; band < bands; ++band)
      out.push_back({band << 32 | random() % keys, text});
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Every two texts of a bucket of which one is among the most preferred.
Pairs by_the_rule(std::span<const BucketRow> rows, size_t hot_limit) {
  std::map<uint64_t, std::set<Rank>> buckets;
  for (const BucketRow& row : rows) buckets[row.key].insert(row.text);
  Pairs out;
  for (const auto& [key, bucket] : buckets) {
    std::set<Rank> preferred;
    for (Rank text : bucket) {
      if (preferred.size() < hot_limit) preferred.insert(text);
    }
    for (Rank a : bucket) {
      for (Rank b : bucket) {
        if (a > b && (preferred.contains(a) || preferred.contains(b))) out.insert({a, b});
      }
    }
  }
  return out;
}

// Handed over in batches of random sizes, none of them too.
Pairs in_batches(std::span<const BucketRow> rows, uint32_t hot_limit, size_t largest,
                 std::mt19937& random) {
  OpenBucket open;
  std::vector<CandidatePair> out;
  while (!rows.empty()) {
    const size_t count = std::min<size_t>(rows.size(), random() % (largest + 1));
    append_bucket_pairs(rows.first(count), hot_limit, open, out);
    rows = rows.subspan(count);
  }
  return {out.begin(), out.end()};
}

TEST(BucketPairs, are_those_of_the_rule_however_rows_are_cut) {
  std::mt19937 random(1);
  for (uint32_t keys : {1U, 4U, 60U}) {
    const auto rows = random_rows(60, 3, keys, keys);
    for (uint32_t hot_limit : {1U, 3U, 20U, 512U}) {
      const Pairs expected = by_the_rule(rows, hot_limit);
      for (size_t largest : {1U, 2U, 10U, 1000U}) {
        EXPECT_EQ(in_batches(rows, hot_limit, largest, random), expected)
            << keys << ' ' << hot_limit << ' ' << largest;
      }
    }
  }
}

TEST(BucketPairs, a_bucket_names_each_pair_once) {
  const std::vector<BucketRow> rows = {{7, 0}, {7, 2}, {7, 5}, {7, 9}, {8, 2}, {9, 0}};
  OpenBucket open;
  std::vector<CandidatePair> out;
  append_bucket_pairs(rows, 2, open, out);
  const std::vector<CandidatePair> expected = {{2, 0}, {5, 0}, {5, 2}, {9, 0}, {9, 2}};
  EXPECT_EQ(out, expected);
}

TEST(BucketPairs, hot_is_what_has_a_text_that_is_not_preferred) {
  EXPECT_FALSE(is_hot(0, 3));
  EXPECT_FALSE(is_hot(3, 3));
  EXPECT_TRUE(is_hot(4, 3));
  EXPECT_TRUE(is_preferred(2, 3));
  EXPECT_FALSE(is_preferred(3, 3));
  const std::vector<Rank> bucket = {4, 6, 8, 9};
  EXPECT_EQ(preferred_of<Rank>(bucket, 3).back(), 8U);
  EXPECT_EQ(preferred_of<Rank>(bucket, 9).size(), 4U);
}

// The index that a run builds, with its hot lists, names the same pairs.
TEST(BucketPairs, are_those_of_the_index_in_memory) {
  constexpr Rank kTexts = 300;
  constexpr uint32_t kBands = 3, kLimit = 12;
  const auto rows = random_rows(kTexts, kBands, 20, 9);
  BandKeyTable keys(kBands);
  std::map<Rank, std::vector<uint32_t>> keys_of;
  std::vector<Rank> ranks(kTexts);
  std::vector<TextId> by_rank(kTexts);
  for (Rank rank = 0; rank < kTexts; ++rank) {
    ranks[rank] = rank;
    by_rank[rank] = {rank};
  }
  for (const BucketRow& row : rows) keys_of[row.text].push_back(static_cast<uint32_t>(row.key));
  for (const auto& [text, own] : keys_of) keys.set({text}, own);
  ThreadPool pool(1);
  const BandIndex index(std::move(keys), {by_rank, ranks}, pool, kLimit);
  ASSERT_FALSE(index.hot_buckets().empty());
  HotLists hot(index.hot_buckets(), kLimit, kTexts, usual_memory());
  HotLists::Met met;
  Pairs found;
  for (Rank text = 0; text < kTexts; ++text) {
    hot.begin_block();
    std::vector<Rank> earlier;
    ASSERT_TRUE(index.append_earlier(text, earlier).ok());
    hot.meet_earlier(text, met);
    for (auto number : met.kept) earlier.push_back(hot.numbered()[number]);
    for (Rank other : earlier) found.insert({text, other});
    hot.settle(text, true);
  }
  EXPECT_EQ(found, by_the_rule(rows, kLimit));
}

}  // namespace
}  // namespace doppel::compare
