// How many pairs did the candidates miss? A run measures it on pairs that it draws at random.
//
// Every new text gets a sample key: its smallest shingle under a permutation that no band uses. Two
// texts of similarity J have the same sample key with probability J, whatever their bands do. The
// texts whose key is below a limit are the sample; every two of them with the same key are compared
// exactly. The pairs among them are a random sample of all pairs, seeded by content alone, and the
// share of them that are candidates estimates the recall. Pairs at the threshold are drawn a little
// less often than closer ones, by the factor J.
//
// Cost: a fraction of a nanosecond a shingle, then some thousand exact tests, however large the
// run. Memory: 8 bytes for each text of the sample, at most 256 KiB. Not thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "compare/candidates.h"
#include "record/pair.h"
#include "similarity/page_rule.h"
#include "texts/shingle_sets.h"

namespace doppel::compare {

class RecallSample {
 public:
  // Of main contents every text can be in the sample; of full texts one in kFullShare, because
  // their sets are not needed otherwise where main contents decide.
  explicit RecallSample(View view) : key_limit_(first_limit(view)) {}

  void add(TextId text, uint32_t sample_key);
  // Can a text with this key be in the sample of that view?
  static bool may_take(uint32_t sample_key, View view);

  struct Entry {
    uint32_t sample_key;
    TextId text;
  };
  // In order of addition.
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  static constexpr size_t kMostTexts = size_t{1} << 15;
  static constexpr uint32_t kFullShare = 4;
  static uint32_t first_limit(View view) {
    return view == View::kFull ? UINT32_MAX / kFullShare : UINT32_MAX;
  }

  std::vector<Entry> entries_;
  uint32_t key_limit_;  // of the hash of the sample key
};

struct RecallCount {
  uint64_t pairs = 0;  // drawn and verified
  uint64_t found = 0;  // of them, candidates, or of one hot bucket and one group

  double share() const { return static_cast<double>(found) / static_cast<double>(pairs); }
  // The interval that holds the true share 19 times of 20 (Wilson 1927): within [0, 1] and of use
  // near 1, where the usual one is not. REQUIRES: pairs > 0.
  double low() const { return bound(-1); }
  double high() const { return bound(1); }

 private:
  double bound(int side) const;
};

// Of pairs whose texts reach the threshold in that view, and whose sample keys are those of that
// view. `found`: the pairs of the run. Makes in `sets` what is missing there, within a small share
// of the run's texts.
Result<RecallCount> count_recall(const RecallSample& sample, const CandidateSource& source,
                                 const RankedTexts& texts, std::span<const Pair> found,
                                 const similarity::PageRule& rule, View view,
                                 texts::ShingleSets& sets, ThreadPool& pool);

}  // namespace doppel::compare
