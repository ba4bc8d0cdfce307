#include "compare/two_view_candidates.h"

#include <algorithm>
#include <unordered_set>

namespace doppel::compare {
namespace {

// 0 for a text with one view: no two of these have the same main content.
uint64_t mirror_set_of(Rank rank, const RankedTexts& texts,
                       std::span<const similarity::PageSubject> subjects) {
  const size_t text = texts.by_rank[rank].index();
  return text < subjects.size() ? subjects[text].mirror_set : 0;
}

}  // namespace

TwoViewCandidates::TwoViewCandidates(std::unique_ptr<CandidateSource> main,
                                     std::unique_ptr<CandidateSource> full,
                                     const RankedTexts& texts,
                                     std::span<const similarity::PageSubject> subjects)
    : main_(std::move(main)), full_(std::move(full)) {
  for (const HotBucket& bucket : main_->hot_buckets()) {
    std::unordered_set<uint64_t> mirror_sets;
    HotBucket& ordered = hot_.emplace_back(bucket);
    std::stable_partition(ordered.begin(), ordered.end(), [&](Rank rank) {
      const uint64_t mirror_set = mirror_set_of(rank, texts, subjects);
      return mirror_set == 0 || mirror_sets.insert(mirror_set).second;
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
