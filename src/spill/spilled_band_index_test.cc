#include "spill/spilled_band_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "compare/band_index.h"
#include "support/temp_folder.h"

namespace doppel::spill {
namespace {

using support::TempFolder;

using compare::Rank;

// Random keys over few values, so that there are buckets of all sizes, and texts without keys.
struct Keys {
  Keys(size_t texts, uint32_t bands, uint32_t values, uint32_t seed) : by_rank(texts) {
    std::mt19937 random(seed);
    for (uint32_t i = 0; i < texts; ++i) {
      ranks.push_back(i);
      keys.emplace_back();
      if (random() % 10 == 0) continue;
      for (uint32_t band = 0; band < bands; ++band) keys[i].push_back(random() % values * 77777u);
    }
    std::shuffle(ranks.begin(), ranks.end(), random);
    for (uint32_t text = 0; text < texts; ++text) by_rank[ranks[text]] = {text};
  }
  compare::RankedTexts ranked() const { return {by_rank, ranks}; }

  std::vector<Rank> ranks;  // by text
  std::vector<TextId> by_rank;
  std::vector<std::vector<uint32_t>> keys;
};

std::vector<std::vector<Rank>> sorted_hot(const compare::CandidateSource& source) {
  std::vector<std::vector<Rank>> out;
  for (const compare::HotBucket& bucket : source.hot_buckets()) {
    out.emplace_back(bucket.begin(), bucket.end());
  }
  std::sort(out.begin(), out.end());
  return out;
}

void expect_same(const Keys& keys, uint32_t bands, uint32_t hot_limit, uint64_t memory_bytes) {
  TempFolder folder;
  compare::BandKeyTable in_memory(bands);
  auto runs = KeyRuns::create(folder.path("keys"), bands, memory_bytes);
  ASSERT_TRUE(runs);
  for (uint32_t text = 0; text < keys.keys.size(); ++text) {
    if (keys.keys[text].empty()) continue;
    in_memory.set({text}, keys.keys[text]);
    ASSERT_TRUE(runs->add({text}, keys.keys[text]).ok());
  }
  ThreadPool pool(1);
  const compare::BandIndex expected(std::move(in_memory), keys.ranked(), pool, hot_limit);
  auto index = SpilledBandIndex::create(*std::move(runs), keys.ranked(), hot_limit,
                                        folder.path("."), memory_bytes);
  ASSERT_TRUE(index);
  EXPECT_TRUE(folder.is_empty());
  for (Rank rank = 0; rank < keys.by_rank.size(); ++rank) {
    std::vector<Rank> want, have;
    ASSERT_TRUE(expected.append_earlier(rank, want).ok());
    ASSERT_TRUE((*index)->append_earlier(rank, have).ok());
    std::sort(want.begin(), want.end());
    std::sort(have.begin(), have.end());
    EXPECT_EQ(have, want) << rank;
    EXPECT_EQ((*index)->has_candidates(rank), expected.has_candidates(rank)) << rank;
  }
  EXPECT_EQ(sorted_hot(**index), sorted_hot(expected));
}

TEST(SpilledBandIndex, names_the_candidates_of_the_index_in_memory) {
  for (uint32_t values : {2u, 30u, 1000u}) {
    for (uint32_t bands : {1u, 3u, 21u}) {
      const Keys keys(700, bands, values, values + bands);
      for (uint64_t memory : {uint64_t{4000}, uint64_t{20000}, uint64_t{100} << 20}) {
        expect_same(keys, bands, 512, memory);
      }
    }
  }
}

TEST(SpilledBandIndex, knows_hot_buckets) {
  const Keys keys(2000, 4, 10, 5);
  expect_same(keys, 4, 20, 4096);
  expect_same(keys, 4, 205, 4096);  // some are hot, some are not
}

TEST(SpilledBandIndex, says_which_file_could_not_grow) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  constexpr uint32_t kBands = 4;
  const Keys keys(3000, kBands, 300, 2);
  for (const char* file : {".keys", ".buckets", ".positions", ".positions-runs"}) {
    TempFolder folder;
    std::filesystem::create_symlink("/dev/full", folder.path(file));
    auto runs = KeyRuns::create(folder.path(".keys"), kBands, 4096);
    ASSERT_TRUE(runs);
    Status status;
    for (uint32_t text = 0; text < keys.keys.size() && status.ok(); ++text) {
      if (!keys.keys[text].empty()) status = runs->add({text}, keys.keys[text]);
    }
    if (status.ok()) {
      status =
          SpilledBandIndex::create(*std::move(runs), keys.ranked(), 512, folder.path("."), 4096)
              .status();
    }
    EXPECT_EQ(status.message(), folder.path(file) + ": no space left on device");
  }
}

TEST(SpilledBandIndex, may_be_empty) { expect_same(Keys(0, 5, 1, 1), 5, 512, 1000); }

}  // namespace
}  // namespace doppel::spill
