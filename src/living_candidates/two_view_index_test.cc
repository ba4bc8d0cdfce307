#include "living_candidates/two_view_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "compare/band_index.h"
#include "compare/hot_lists.h"
#include "compare/two_view_candidates.h"
#include "living_candidates/lsh_index.h"
#include "support/random_ranks.h"

namespace doppel::living_candidates {
namespace {

using support::GivenRanks;

constexpr uint32_t kBands = 4, kTexts = 500, kLimit = 6;

struct RandomText {
  std::vector<uint32_t> main, full;  // keys
  similarity::PageSubject subject;
};

std::vector<uint32_t> random_keys(std::mt19937& random, uint32_t values) {
  std::vector<uint32_t> out;
  for (uint32_t band = 0; band < kBands; ++band) out.push_back(random() % values * 40503U);
  return out;
}

// Half of them have two views; many of these have the same main content.
std::vector<RandomText> random_texts(std::mt19937& random) {
  std::vector<RandomText> out;
  for (uint32_t i = 0; i < kTexts; ++i) {
    RandomText& text = out.emplace_back();
    text.full = text.main = random_keys(random, i % 2 == 0 ? 10 : 400);
    if (random() % 2 == 0) continue;
    text.full = random_keys(random, i % 2 == 0 ? 10 : 400);
    text.subject = {.mirror_set = 1 + random() % 20, .two_views = true};
  }
  return out;
}

std::unique_ptr<compare::CandidateSource> batch_index(compare::BandKeyTable keys,
                                                      const compare::RankedTexts& ranked) {
  ThreadPool pool(1);
  return std::make_unique<compare::BandIndex>(std::move(keys), ranked, pool, kLimit);
}

// The candidates of a batch run are the other implementation of the same rule.
TEST(TwoViewIndex, names_whom_a_batch_run_compares) {
  std::mt19937 random(8);
  const GivenRanks ranks(kTexts, 1, random);
  const std::vector<RandomText> texts = random_texts(random);
  TwoViewIndex living(std::make_unique<LshIndex>(kBands, kLimit, 1));
  compare::BandKeyTable main_keys(kBands), full_keys(kBands);
  std::vector<similarity::PageSubject> subjects;
  std::set<TextId> all;
  CandidateChanges changes;
  living.begin_change([&](size_t market, TextId text) { return ranks.rank(market, text); });
  for (uint32_t i = 0; i < kTexts; ++i) {
    const TextSignature full{.keys = texts[i].full};
    TextSignature main{.keys = texts[i].main, .mirror_set = texts[i].subject.mirror_set};
    if (texts[i].subject.two_views) main.full = &full;
    living.insert({i}, main, changes);
    main_keys.set({i}, texts[i].main);
    full_keys.set({i}, texts[i].full);
    subjects.push_back(texts[i].subject);
    all.insert({i});
  }
  const std::vector<TextId> by_rank = ranks.first(0, all, kTexts);
  std::vector<compare::Rank> rank_of(kTexts);
  for (compare::Rank rank = 0; rank < kTexts; ++rank) rank_of[by_rank[rank].index()] = rank;
  const compare::RankedTexts ranked{by_rank, rank_of};
  const compare::TwoViewCandidates batch(batch_index(std::move(main_keys), ranked),
                                         batch_index(std::move(full_keys), ranked), ranked,
                                         subjects);
  ASSERT_FALSE(batch.hot_buckets().empty());
  // In the order of mirror sets, a text may be found from a text that the winner order prefers, so
  // unordered pairs are compared.
  std::set<std::pair<TextId, TextId>> expected, found;
  const auto expect = [&](compare::Rank a, compare::Rank b) {
    expected.insert(std::minmax(by_rank[a], by_rank[b]));
  };
  std::vector<compare::Rank> earlier;
  for (compare::Rank rank = 0; rank < kTexts; ++rank) {
    earlier.clear();
    ASSERT_TRUE(batch.append_earlier(rank, earlier).ok());
    for (compare::Rank other : earlier) expect(rank, other);
  }
  for (const auto& bucket : batch.hot_buckets()) {
    for (size_t i = 0; i < kLimit; ++i) {
      for (size_t j = i + 1; j < bucket.size(); ++j) expect(bucket[i], bucket[j]);
    }
  }
  for (uint32_t i = 0; i < kTexts; ++i) {
    std::vector<TextId> candidates;
    living.candidates(TextId{i}, candidates);
    EXPECT_TRUE(std::is_sorted(candidates.begin(), candidates.end()));
    for (TextId other : candidates) found.insert(std::minmax(TextId{i}, other));
  }
  EXPECT_EQ(found, expected);
  EXPECT_GT(found.size(), 1000U);
}

}  // namespace
}  // namespace doppel::living_candidates
