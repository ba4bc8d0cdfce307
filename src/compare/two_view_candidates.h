// Candidates of texts with two views: those by main content and those by full text.
//
// Each view has its own bands, buckets and hot buckets. Many pages may have the same main content
// and differ around it: 600 mirrors with different footers share every bucket of their main
// content. To keep them from crowding out other texts, a hot bucket of main contents has a
// different order: first the most preferred text of each main content, then all others. The rule of
// bucket_pairs.h prefers the first texts in that order. (Short main contents with different titles
// do not count as the same main content: see PageSubject::mirror_set.)
//
// Immutable after construction; as thread-safe as its two sources.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compare/candidates.h"
#include "similarity/page_rule.h"

namespace doppel::compare {

class TwoViewCandidates : public CandidateSource {
 public:
  // `subjects` is indexed by text, up to the last text that has two views, and is not used after
  // construction. REQUIRES: both sources have the same hot limit.
  TwoViewCandidates(std::unique_ptr<CandidateSource> main, std::unique_ptr<CandidateSource> full,
                    const RankedTexts& texts, std::span<const similarity::PageSubject> subjects);

  bool has_candidates(Rank text) const override {
    return main_->has_candidates(text) || full_->has_candidates(text);
  }
  // A text that is a candidate in both views may be appended twice.
  Status append_earlier(Rank text, std::vector<Rank>& out) const override;
  std::span<const HotBucket> hot_buckets() const override { return hot_; }
  uint32_t hot_limit() const override { return main_->hot_limit(); }

 private:
  std::unique_ptr<CandidateSource> main_, full_;
  std::vector<HotBucket> hot_;
};

}  // namespace doppel::compare
