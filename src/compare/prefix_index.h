// `exact`: candidates by prefixes. No pair is missed.
//
// The shingles of every text are put in one frozen order, the rarest first. Two texts of Jaccard
// similarity t or more share a shingle among the first |A| - ceil(t |A|) + 1 of each: so only these
// prefixes are indexed, a fifth of the shingles at 4/5. Sizes and positions rule out most of those
// who meet.
//
// It reads every text again, and keeps 16 bytes for each shingle of a prefix that occurs in two of
// them: its own row in the memory table of docs/design/candidates.md. No bucket is hot: texts that
// share rare shingles are all compared. Immutable after create(); thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "compare/candidates.h"
#include "compare/shingle_order.h"
#include "texts/shingle_sets.h"

namespace doppel::compare {

// Could two sets whose first common shingle stands at these positions (from 0) have Jaccard >=
// threshold? True for every pair that does.
bool positions_allow(uint64_t left_size, uint64_t left_position, uint64_t right_size,
                     uint64_t right_position, Ratio threshold);

class PrefixIndex : public CandidateSource {
 public:
  // Of that view. Makes the sets of all texts in `sets`, which must outlive the index.
  static Result<std::unique_ptr<PrefixIndex>> create(texts::ShingleSets& sets, size_t texts,
                                                     Ratio threshold, ThreadPool& pool,
                                                     const texts::AdvanceFn& advance,
                                                     View view = View::kMain);

  bool has_candidates(Rank text) const override;
  Status append_earlier(Rank text, std::vector<Rank>& out) const override;

 private:
  struct Posting {
    Rank rank;
    uint32_t position;  // in the order of the text's shingles; the top bit: first of its bucket
  };
  class Builder;

  PrefixIndex(const texts::ShingleSets& sets, Ratio threshold, View view)
      : sets_(sets), threshold_(threshold), view_(view) {}
  uint32_t size_of(Rank text) const { return sets_.parity_bitmap(text, view_).size; }

  const texts::ShingleSets& sets_;
  Ratio threshold_;
  View view_;
  std::vector<Posting> postings_;     // bucket after bucket, each in rank order
  std::vector<uint64_t> places_;      // of each text in postings_, text after text
  std::vector<uint64_t> place_ends_;  // by rank
};

}  // namespace doppel::compare
