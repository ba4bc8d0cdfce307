// `exact`: finds candidates by prefix filtering. No pair is missed.
//
// The shingles of every text are sorted in one fixed order, the rarest first. Two texts whose
// Jaccard similarity is at least t share a shingle among the first |A| - ceil(t |A|) + 1 of each,
// so only these prefixes are indexed: a fifth of all shingles if t is 4/5. Sizes and positions rule
// out most texts that share such a shingle.
//
// Every text is read again, and 16 bytes are kept for each shingle of a prefix that occurs in
// another prefix (see the memory table of docs/design/candidates.md). There are no hot buckets: all
// texts that share a rare shingle are compared. Immutable after create(); thread-safe.
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

// Could two sets whose first common shingle is at these positions (counted from 0) have Jaccard >=
// threshold? True for all sets that do.
bool positions_allow(uint64_t left_size, uint64_t left_position, uint64_t right_size,
                     uint64_t right_position, Ratio threshold);

class PrefixIndex : public CandidateSource {
 public:
  // Indexes that view. Makes the sets of all texts in `sets`, which must outlive the index.
  static Result<std::unique_ptr<PrefixIndex>> create(texts::ShingleSets& sets, size_t texts,
                                                     Ratio threshold, ThreadPool& pool,
                                                     const texts::AdvanceFn& advance,
                                                     View view = View::kMain);

  bool has_candidates(Rank text) const override;
  Status append_earlier(Rank text, std::vector<Rank>& out) const override;

 private:
  struct Posting {
    Rank rank;
    uint32_t position;  // in the text's sorted shingles; the top bit marks the first of a bucket
  };
  class Builder;

  PrefixIndex(const texts::ShingleSets& sets, Ratio threshold, View view)
      : sets_(sets), threshold_(threshold), view_(view) {}
  uint32_t size_of(Rank text) const { return sets_.parity_bitmap(text, view_).size; }

  const texts::ShingleSets& sets_;
  Ratio threshold_;
  View view_;
  std::vector<Posting> postings_;       // bucket by bucket, each in rank order
  std::vector<uint64_t> own_postings_;  // indices in postings_, text by text
  std::vector<uint64_t> own_ends_;      // by rank: where a text's indices end in own_postings_
};

}  // namespace doppel::compare
