#include "compare/recall_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "similarity/sets.h"
#include "support/random_texts.h"
#include "texts/signer.h"

namespace doppel::compare {
namespace {

using support::random_texts;

TEST(RecallSample, is_a_function_of_the_set_of_texts) {
  std::mt19937 random(1);
  std::vector<RecallSample::Entry> all(100'000);
  for (uint32_t i = 0; i < all.size(); ++i) all[i] = {static_cast<uint32_t>(random()), {i}};
  auto sampled = [&] {
    RecallSample sample(View::kMain);
    for (const auto& entry : all) sample.add(entry.text, entry.sample_key);
    std::set<TextId> out;
    for (const auto& entry : sample.entries()) out.insert(entry.text);
    return out;
  };
  auto truth = sampled();
  EXPECT_GT(truth.size(), 15'000U);
  EXPECT_LE(truth.size(), 32'768U);
  for (int round = 0; round < 3; ++round) {
    std::shuffle(all.begin(), all.end(), random);
    EXPECT_EQ(sampled(), truth);
  }
}

TEST(RecallSample, takes_a_share_of_the_full_texts) {
  std::mt19937 random(1);
  RecallSample main(View::kMain), full(View::kFull);
  size_t may_take = 0;
  for (uint32_t i = 0; i < 10'000; ++i) {
    const auto sample_key = static_cast<uint32_t>(random());
    main.add({i}, sample_key);
    full.add({i}, sample_key);
    may_take += RecallSample::may_take(sample_key, View::kFull);
    EXPECT_TRUE(RecallSample::may_take(sample_key, View::kMain));
  }
  EXPECT_EQ(main.entries().size(), 10'000U);
  EXPECT_EQ(full.entries().size(), may_take);
  EXPECT_NEAR(static_cast<double>(may_take), 2500, 250);
}

TEST(RecallCount, has_the_interval_of_wilson) {
  RecallCount all{100, 100}, most{1000, 990};
  EXPECT_EQ(all.share(), 1);
  EXPECT_NEAR(all.low(), 0.9630, 0.0001);
  EXPECT_NEAR(all.high(), 1, 1e-9);
  EXPECT_NEAR(most.low(), 0.9817, 0.0001);
  EXPECT_NEAR(most.high(), 0.9946, 0.0001);
}

TEST(Signer, texts_have_one_sample_key_as_often_as_they_are_alike) {
  texts::Signer signer(TextRules{.k = 1});
  std::mt19937 random(2);
  constexpr int kPairs = 3000;
  int equal = 0;
  for (int i = 0; i < kPairs; ++i) {
    uint32_t sample_keys[2];
    // 40 words each, 32 of them common: 32 of 48.
    std::string common;
    for (int w = 0; w < 32; ++w) common += "w" + std::to_string(random()) + " ";
    for (uint32_t& sample_key : sample_keys) {
      std::string text = common;
      for (int w = 0; w < 8; ++w) text += "w" + std::to_string(random()) + " ";
      signer.identify(text);
      signer.windows();
      signer.sketch();
      sample_key = signer.sample_key();
    }
    equal += sample_keys[0] == sample_keys[1];
  }
  double expected = 32.0 / 48, sigma = std::sqrt(expected * (1 - expected) / kPairs);
  EXPECT_NEAR(equal / double{kPairs}, expected, 5 * sigma);
}

// All texts in one hot bucket, and no other candidates.
class OneHotBucket : public CandidateSource {
 public:
  explicit OneHotBucket(Rank texts) : buckets_(1) {
    for (Rank rank = 0; rank < texts; ++rank) buckets_[0].push_back(rank);
  }
  bool has_candidates(Rank) const override { return true; }
  Status append_earlier(Rank, std::vector<Rank>&) const override { return {}; }
  std::span<const HotBucket> hot_buckets() const override { return buckets_; }

 private:
  std::vector<HotBucket> buckets_;
};

// Candidates that leave out some pairs on purpose.
class Forgetful : public CandidateSource {
 public:
  explicit Forgetful(uint32_t percent) : percent_(percent) {}
  bool has_candidates(Rank) const override { return true; }
  Status append_earlier(Rank text, std::vector<Rank>& out) const override {
    for (Rank rank = 0; rank < text; ++rank) {
      if (!forgets(rank, text)) out.push_back(rank);
    }
    return {};
  }
  bool forgets(Rank a, Rank b) const { return (a * 2654435761U ^ b * 40503U) % 100 < percent_; }

 private:
  uint32_t percent_;
};

struct SampledTexts {
  explicit SampledTexts(Rank texts) : table(rules, store) {
    texts::Signer signer(rules);
    for (const std::string& text : support::random_texts(texts, 7)) {
      TextId id = table.add(text, signer.identify(text))->text;
      signer.windows();
      signer.sketch();
      sample.add(id, signer.sample_key());
      by_rank.push_back(id);
      rank_of.push_back(id.value);
    }
  }
  Result<RecallCount> count(const CandidateSource& source, std::span<const Pair> found) {
    ThreadPool pool(2);
    texts::ShingleSets sets(table, rules, by_rank, UINT64_MAX);
    return count_recall(sample, source, {by_rank, rank_of}, found, Ratio{3, 5}, View::kMain, sets,
                        pool);
  }

  TextRules rules{.k = 2};
  texts::MemoryTexts store;
  texts::TextTable table;
  RecallSample sample{View::kMain};
  std::vector<TextId> by_rank;
  std::vector<Rank> rank_of;
};

TEST(RecallSample, counts_what_was_missed) {
  SampledTexts texts(1500);
  for (uint32_t percent : {0U, 10U, 50U}) {
    auto count = texts.count(Forgetful(percent), {});
    ASSERT_TRUE(count);
    ASSERT_GT(count->pairs, 100U);
    double share = static_cast<double>(count->found) / static_cast<double>(count->pairs);
    double expected = 1 - percent / 100.0;
    double sigma = std::sqrt(expected * (1 - expected) / static_cast<double>(count->pairs));
    EXPECT_NEAR(share, expected, 5 * sigma) << count->pairs;
  }
}

// Not compared with each other, but with a third.
TEST(RecallSample, a_pair_of_a_hot_bucket_is_found_when_both_are_in_one_group) {
  constexpr Rank kTexts = 1500;
  SampledTexts texts(kTexts);
  OneHotBucket source(kTexts);
  EXPECT_EQ(texts.count(source, {})->found, 0U);
  std::vector<Pair> chain;
  for (uint32_t i = 1; i < kTexts; ++i) chain.push_back({{i - 1}, {i}, {}});
  auto count = texts.count(source, chain);
  ASSERT_GT(count->pairs, 100U);
  EXPECT_EQ(count->found, count->pairs);
}

}  // namespace
}  // namespace doppel::compare
