// Candidates if texts have two views: those by main content and those by full text.
//
// Each view has an index of its own, in which the full text of a text with one view is its main
// content. The hot buckets of main contents follow hot_order.h, those of full texts the winner
// order; compare/two_view_candidates.h has the same rule for a batch run.
//
// While no living text has two views, both indexes would give the same answers, so there is only
// one. The second is made from it when the first text with two views comes, and is dropped in the
// first change after the last of these texts has gone.
//
// Thread safety: that of candidate_index.h.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "living_candidates/candidate_index.h"

namespace doppel::living_candidates {

class TwoViewIndex : public CandidateIndex, public CandidateView {
 public:
  explicit TwoViewIndex(std::unique_ptr<CandidateIndex> main) : main_(std::move(main)) {}

  void load(std::span<const TextId> texts, std::span<const TextSignature> signatures,
            const RankOf& rank_of) override;
  // It already has both indexes.
  std::unique_ptr<CandidateIndex> twin(const RankOf&) const override { return nullptr; }
  void begin_change(const RankOf& rank_of) override;
  void change_markets(std::span<const std::optional<size_t>> origins,
                      CandidateChanges& changes) override;
  void move(std::span<const TextId> texts, CandidateChanges& changes) override;
  void insert(TextId text, const TextSignature& signature, CandidateChanges& changes) override;
  void release(TextId text, CandidateChanges& changes) override;
  void undo_change(std::span<const TextId> came, std::span<const TextId> gone) override;
  bool has_hot_buckets() const override {
    return main_->has_hot_buckets() || (full_ && full_->has_hot_buckets());
  }
  const CandidateView& view() const override { return *this; }
  std::shared_ptr<const CandidateView> snapshot() const override;

  void candidates(TextId text, std::vector<TextId>& out) const override;
  void candidates(const TextSignature& signature, std::vector<TextId>& out) const override;
  size_t bytes() const override;

 private:
  bool has_two_views(TextId text) const {
    return text.index() < two_views_.size() && two_views_[text.index()];
  }
  void set_two_views(TextId text, bool two_views);

  std::unique_ptr<CandidateIndex> main_;
  std::unique_ptr<CandidateIndex> full_;  // null: main_ would give the same answers
  bool made_by_change_ = false;           // full_, in the last change
  RankOf rank_of_;
  std::vector<bool> two_views_;  // by number, up to the last text that has two
  size_t living_two_views_ = 0;
};

}  // namespace doppel::living_candidates
