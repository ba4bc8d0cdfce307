#include "compare/verify_pairs.h"

#include <gtest/gtest.h>

#include "similarity/sets.h"
#include "support/random_sets.h"

namespace doppel::compare {
namespace {

using support::edited;
using support::random_set;
using support::sorted;

// All pairs of sets, some empty, most of them edited copies of others.
TEST(VerifyPairs, hold_as_the_sorted_sets_say) {
  std::mt19937_64 random(3);
  std::vector<std::vector<uint64_t>> sets(40);
  for (size_t i = 1; i < sets.size(); ++i) {
    sets[i] = i < 5 ? support::random_set(random() % 100, random)
                    : support::edited(sets[random() % i], random() % 6, random() % 6, random);
  }
  const std::vector<std::span<const uint64_t>> views(sets.begin(), sets.end());
  std::vector<CandidatePair> pairs;
  for (Rank later = 0; later < sets.size(); ++later) {
    for (Rank earlier = 0; earlier < later; ++earlier) pairs.push_back({later, earlier});
  }
  for (bool shuffled : {false, true}) {
    if (shuffled) std::shuffle(pairs.begin(), pairs.end(), random);
    for (Ratio threshold : {Ratio{1, 10}, Ratio{4, 5}, Ratio{1, 1}}) {
      std::vector<RankedPair> expected, found;
      for (auto [later, earlier] : pairs) {
        auto similarity = similarity::similarity_at_least(
            support::sorted(sets[later]), support::sorted(sets[earlier]), threshold);
        if (similarity) expected.push_back({later, earlier, *similarity});
      }
      similarity::Overlap overlap;
      verify_pairs(pairs, views, threshold, overlap, found);
      EXPECT_EQ(found, expected) << threshold.to_string();
      EXPECT_EQ(threshold.num == 1 && threshold.den == 10, found.size() > 100);
    }
  }
}

}  // namespace
}  // namespace doppel::compare
