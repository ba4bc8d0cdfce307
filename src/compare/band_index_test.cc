#include "compare/band_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace doppel::compare {
namespace {

// Texts with few different keys, standing in an order of their own.
struct World {
  World(uint32_t texts, uint32_t band_count, uint32_t keys, uint32_t seed)
      : random(seed), by_rank(texts), rank_of(texts), bands(band_count) {
    for (uint32_t i = 0; i < texts; ++i) by_rank[i] = {i};
    std::shuffle(by_rank.begin(), by_rank.end(), random);
    for (Rank rank = 0; rank < texts; ++rank) rank_of[by_rank[rank].index()] = rank;
    for (uint32_t text = 0; text < texts; ++text) {
      if (random() % 10 == 0) continue;  // without a token
      auto& own = key_of[text];
      for (uint32_t band = 0; band < bands; ++band) {
        own.push_back(static_cast<uint32_t>(random() % keys) * 2654435761U);
      }
    }
  }

  BandKeyTable make_keys() const {
    BandKeyTable out(bands);
    for (const auto& [text, own] : key_of) out.set({text}, own);
    return out;
  }
  BandIndex index(size_t threads, uint32_t hot_limit, TableHash hash = TableHash::usual()) const {
    ThreadPool pool(threads);
    return BandIndex(make_keys(), {by_rank, rank_of}, pool, hot_limit, hash);
  }
  // The texts before it that share a band of at most `limit` texts, by the definition.
  std::set<Rank> truth(Rank rank, uint32_t limit) const {
    std::set<Rank> out;
    auto own = key_of.find(by_rank[rank].value);
    if (own == key_of.end()) return out;
    for (uint32_t band = 0; band < bands; ++band) {
      std::set<Rank> bucket;
      for (const auto& [text, keys] : key_of) {
        if (keys[band] == own->second[band]) bucket.insert(rank_of[text]);
      }
      if (bucket.size() > limit) continue;
      out.insert(bucket.begin(), bucket.lower_bound(rank));
    }
    return out;
  }

  std::mt19937_64 random;
  std::vector<TextId> by_rank;
  std::vector<Rank> rank_of;
  std::map<uint32_t, std::vector<uint32_t>> key_of;
  uint32_t bands;
};

std::set<Rank> earlier(const BandIndex& index, Rank rank) {
  std::vector<Rank> out;
  EXPECT_TRUE(index.append_earlier(rank, out).ok());
  return {out.begin(), out.end()};
}

TEST(BandIndex, names_the_earlier_texts_of_every_bucket) {
  for (uint32_t seed = 0; seed < 5; ++seed) {
    World world(400, 5, 300, seed);
    for (size_t threads : {1, 2, 8}) {
      BandIndex index = world.index(threads, 512);
      EXPECT_TRUE(index.hot_buckets().empty());
      for (Rank rank = 0; rank < 400; ++rank) {
        ASSERT_EQ(earlier(index, rank), world.truth(rank, 512));
      }
    }
    BandIndex crowded = world.index(2, 512, TableHash::zero());
    for (Rank rank = 0; rank < 400; ++rank) {
      ASSERT_EQ(earlier(crowded, rank), world.truth(rank, 512));
    }
  }
}

TEST(BandIndex, candidates_come_before_or_after) {
  World world(300, 3, 200, 9);
  BandIndex index = world.index(2, 512);
  std::set<Rank> with_candidates;
  for (Rank rank = 0; rank < 300; ++rank) {
    for (Rank other : world.truth(rank, 512)) with_candidates.insert({rank, other});
  }
  for (Rank rank = 0; rank < 300; ++rank) {
    EXPECT_EQ(index.has_candidates(rank), with_candidates.contains(rank));
  }
}

TEST(BandIndex, hands_hot_buckets_over_apart) {
  World world(500, 2, 20, 3);  // some 25 texts in a bucket
  constexpr uint32_t kLimit = 22;
  BandIndex index = world.index(2, kLimit);
  ASSERT_FALSE(index.hot_buckets().empty());
  std::set<Rank> hot;
  for (const HotBucket& bucket : index.hot_buckets()) {
    EXPECT_GT(bucket.size(), kLimit);
    EXPECT_TRUE(std::is_sorted(bucket.begin(), bucket.end()));
    for (Rank rank : bucket) {
      hot.insert(rank);
      EXPECT_TRUE(index.has_candidates(rank));
    }
  }
  for (Rank rank = 0; rank < 500; ++rank) {
    ASSERT_EQ(earlier(index, rank), world.truth(rank, kLimit));
  }
}

TEST(BandIndex, no_texts_have_no_buckets) {
  ThreadPool pool(2);
  BandIndex index(BandKeyTable(21), {}, pool);
  EXPECT_TRUE(index.hot_buckets().empty());
}

// More texts than one block of keys, nearly all of them alone.
TEST(BandIndex, most_texts_are_alone) {
  World world(10'000, 2, 1U << 30, 5);
  BandIndex index = world.index(2, 512);
  size_t with_candidates = 0;
  for (Rank rank = 0; rank < 10'000; ++rank) with_candidates += index.has_candidates(rank);
  EXPECT_LT(with_candidates, 100U);
}

}  // namespace
}  // namespace doppel::compare
