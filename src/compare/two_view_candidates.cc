#include "compare/two_view_candidates.h"

#include <algorithm>
#include <unordered_set>

namespace doppel::compare {
namespace {

// 0 for a text with one view: no two of these have the same main content.
uint64_t unit_of(Rank rank, const RankedTexts& texts,
                 std::span<const similarity::PageSubject> subjects) {
  const size_t text = texts.by_rank[rank].index();
  return text < subjects.size() ? subjects[text].unit : 0;
}

}  // namespace

TwoViewCandidates::TwoViewCandidates(std::unique_ptr<CandidateSource> main,
                                     std::unique_ptr<CandidateSource> full,
                                     const RankedTexts& texts,
                                     std::span<const similarity::PageSubject> subjects)
    : main_(std::move(main)), full_(std::move(full)) {
  for (const HotBucket& bucket : main_->hot_buckets()) {
    std::unordered_set<uint64_t> units;
    HotBucket& ordered = hot_.emplace_back(bucket);
    std::stable_partition(ordered.begin(), ordered.end(), [&](Rank rank) {
      const uint64_t unit = unit_of(rank, texts, subjects);
      return unit == 0 || units.insert(unit).second;
    });
  }
  const auto full_buckets = full_->hot_buckets();
  hot_.insert(hot_.end(), full_buckets.begin(), full_buckets.end());
}

Status TwoViewCandidates::append_earlier(Rank text, std::vector<Rank>& out) const {
  if (Status s = main_->append_earlier(text, out); !s.ok()) return s;
  return full_->append_earlier(text, out);
}

}  // namespace doppel::compare
