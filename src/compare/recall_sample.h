// How many pairs were not among the candidates? A run measures this on pairs that it draws at
// random.
//
// Every new text gets a sample key: its smallest shingle under a permutation that no band uses. Two
// texts of similarity J have the same sample key with probability J, whatever their bands are. The
// texts whose key is below a limit are the sample; every two of them with the same key are compared
// exactly. The pairs found in this way are a random sample of all pairs that depends only on the
// texts, and the share of them that are candidates is an estimate of the recall. Pairs near the
// threshold are drawn slightly less often than closer ones, by the factor J.
//
// Cost: a fraction of a nanosecond for each shingle, then a few thousand exact tests, however large
// the run is. Memory: 8 bytes for each text of the sample, at most 256 KiB. Not thread-safe.
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
  // For main contents, every text can be in the sample. For full texts only one in kFullShare can,
  // because where main contents decide, the sets of full texts are made only for the sample.
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
  uint64_t pairs = 0;  // that were drawn and verified
  uint64_t found = 0;  // how many of them are candidates, or share a hot bucket and a group

  double share() const { return static_cast<double>(found) / static_cast<double>(pairs); }
  // The 95 % confidence interval of the true share (Wilson 1927). Unlike the usual one it is within
  // [0, 1] and useful near 1. REQUIRES: pairs > 0.
  double low() const { return bound(-1); }
  double high() const { return bound(1); }

 private:
  double bound(int side) const;
};

// Counts pairs whose texts reach the threshold in that view; `sample` must be a sample of that
// view. `found` are the pairs of the run. Adds missing sets to `sets`, for at most a small share of
// the run's texts.
Result<RecallCount> count_recall(const RecallSample& sample, const CandidateSource& source,
                                 const RankedTexts& texts, std::span<const Pair> found,
                                 const similarity::PageRule& rule, View view,
                                 texts::ShingleSets& sets, ThreadPool& pool);

}  // namespace doppel::compare
