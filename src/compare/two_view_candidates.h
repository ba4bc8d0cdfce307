// Candidates where texts have two views: those by main content and those by full text.
//
// Each view has bands, buckets and hot buckets of its own. Many pages may have one main content and
// differ around it: 600 mirrors with other footers share every bucket of their main content. So
// that they do not crowd others out of it, the texts of a hot bucket of main contents stand in
// another order: the most preferred text of each main content first, then all others. The rule of
// bucket_pairs.h takes the first of them. (A short main content and another title are another page:
// PageSubject::unit.)
//
// Immutable after construction; thread-safe as its two sources are.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compare/candidates.h"
#include "similarity/page_rule.h"

namespace doppel::compare {

class TwoViewCandidates : public CandidateSource {
 public:
  // `subjects`: by text, up to the last that has two views; needed only now. REQUIRES: both sources
  // have one hot limit.
  TwoViewCandidates(std::unique_ptr<CandidateSource> main, std::unique_ptr<CandidateSource> full,
                    const RankedTexts& texts, std::span<const similarity::PageSubject> subjects);

  bool has_candidates(Rank text) const override {
    return main_->has_candidates(text) || full_->has_candidates(text);
  }
  // One that is a candidate in both views may be named for each.
  Status append_earlier(Rank text, std::vector<Rank>& out) const override;
  std::span<const HotBucket> hot_buckets() const override { return hot_; }
  uint32_t hot_limit() const override { return main_->hot_limit(); }

 private:
  std::unique_ptr<CandidateSource> main_, full_;
  std::vector<HotBucket> hot_;
};

}  // namespace doppel::compare
