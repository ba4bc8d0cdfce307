// Every test, with and without long bitmaps, beside similarity/sets.h.
#include "compare/pair_verifier.h"

#include <gtest/gtest.h>

#include <numeric>

#include "similarity/sets.h"
#include "support/random_texts.h"

namespace doppel::compare {
namespace {

using support::random_texts;

TEST(PairVerifier, answers_as_the_sets_do_and_spares_tests_of_listed_texts) {
  constexpr Rank kTexts = 120;
  constexpr Ratio kThreshold{3, 5};
  const TextRules rules{.k = 2};
  texts::MemoryTexts store;
  texts::TextTable table(rules, store);
  texts::Signer signer(rules);
  std::vector<TextId> by_rank;
  std::vector<std::vector<uint64_t>> truth;
  for (const std::string& text : support::random_texts(kTexts, 5)) {
    by_rank.push_back(table.add(text, signer.identify(text))->text);
    truth.push_back(doppel::shingles(text, rules));
  }
  std::vector<Rank> all(kTexts);
  std::iota(all.begin(), all.end(), Rank{0});
  for (uint64_t keep_bytes : {uint64_t{0}, UINT64_MAX}) {
    texts::ShingleSets sets(table, rules, by_rank, keep_bytes);
    ThreadPool pool(1);
    ASSERT_TRUE(sets.make(all, pool, [](uint64_t) { return Status(); }).ok());
    Table<HotText> hot_texts;
    for (Rank rank : all) hot_texts.push_back({rank, sets.parity_bitmap(rank)});
    PairVerifier verifier(sets, kThreshold, hot_texts);
    uint64_t pairs = 0, compared = 0;
    for (Rank text : all) {
      verifier.begin(text);
      for (Rank other : all) {
        const bool is_listed = other % 4 != 0;
        auto found = verifier.test({other, is_listed ? other : Candidate::kNoNumber});
        ASSERT_TRUE(found);
        const auto expected =
            similarity::similarity_at_least(truth[text], truth[other], kThreshold);
        ASSERT_EQ(found->has_value(), expected.has_value());
        if (expected) {
          EXPECT_EQ((*found)->similarity, *expected);
          EXPECT_EQ((*found)->view, View::kMain);
        }
        pairs += found->has_value();
      }
      EXPECT_EQ(verifier.tested(), kTexts);
      compared += verifier.compared();
    }
    EXPECT_GT(pairs, 2 * kTexts);
    EXPECT_LT(compared, kTexts * kTexts / 2);
  }
}

}  // namespace
}  // namespace doppel::compare
