// Tested by two_views_test.cc, and with one view by text_index_test.cc.
#include "living_candidates/two_view_index.h"

#include <algorithm>

namespace doppel::living_candidates {
namespace {

// The signature for the index of full texts.
TextSignature full_of(const TextSignature& signature) {
  if (signature.full != nullptr) return *signature.full;
  return {.keys = signature.keys, .shingles = signature.shingles};
}

// Appends what both calls append, each text once, ascending.
template <typename AppendMain, typename AppendFull>
void append_both(std::vector<TextId>& out, AppendMain append_main, AppendFull append_full) {
  const auto begin = static_cast<std::ptrdiff_t>(out.size());
  append_main(out);
  const auto middle = static_cast<std::ptrdiff_t>(out.size());
  append_full(out);
  std::inplace_merge(out.begin() + begin, out.begin() + middle, out.end());
  out.erase(std::unique(out.begin() + begin, out.end()), out.end());
}

void append_candidates(const CandidateView& main, const CandidateView* full, TextId text,
                       std::vector<TextId>& out) {
  if (full == nullptr) return main.candidates(text, out);
  append_both(
      out, [&](auto& to) { main.candidates(text, to); },
      [&](auto& to) { full->candidates(text, to); });
}

void append_candidates(const CandidateView& main, const CandidateView* full,
                       const TextSignature& signature, std::vector<TextId>& out) {
  if (full == nullptr && signature.full == nullptr) return main.candidates(signature, out);
  append_both(
      out, [&](auto& to) { main.candidates(signature, to); },
      [&](auto& to) { (full != nullptr ? *full : main).candidates(full_of(signature), to); });
}

class TwoViewSnapshot : public CandidateView {
 public:
  TwoViewSnapshot(std::shared_ptr<const CandidateView> main,
                  std::shared_ptr<const CandidateView> full)
      : main_(std::move(main)), full_(std::move(full)) {}

  void candidates(TextId text, std::vector<TextId>& out) const override {
    append_candidates(*main_, full_.get(), text, out);
  }
  void candidates(const TextSignature& signature, std::vector<TextId>& out) const override {
    append_candidates(*main_, full_.get(), signature, out);
  }
  size_t bytes() const override { return main_->bytes() + (full_ ? full_->bytes() : 0); }

 private:
  std::shared_ptr<const CandidateView> main_, full_;
};

}  // namespace

void TwoViewIndex::set_two_views(TextId text, bool two_views) {
  if (two_views == has_two_views(text)) return;
  if (text.index() >= two_views_.size()) two_views_.resize(text.index() + 1);
  two_views_[text.index()] = two_views;
}

void TwoViewIndex::load(std::span<const TextId> texts, std::span<const TextSignature> signatures,
                        const RankOf& rank_of) {
  std::vector<TextSignature> full;
  for (size_t i = 0; i < texts.size(); ++i) {
    full.push_back(full_of(signatures[i]));
    set_two_views(texts[i], signatures[i].full != nullptr);
    living_two_views_ += signatures[i].full != nullptr;
  }
  if (living_two_views_ > 0) full_ = main_->twin(rank_of);
  main_->load(texts, signatures, rank_of);
  if (full_) full_->load(texts, full, rank_of);
}

void TwoViewIndex::begin_change(const RankOf& rank_of) {
  made_by_change_ = false;
  if (living_two_views_ == 0) full_.reset();
  main_->begin_change(rank_of);
  if (full_) full_->begin_change(rank_of);
  rank_of_ = rank_of;
}

void TwoViewIndex::change_markets(std::span<const std::optional<size_t>> origins,
                                  CandidateChanges& changes) {
  main_->change_markets(origins, changes);
  if (full_) full_->change_markets(origins, changes);
}

void TwoViewIndex::move(std::span<const TextId> texts, CandidateChanges& changes) {
  main_->move(texts, changes);
  if (full_) full_->move(texts, changes);
}

// If full_ is created now, it gives the answers of main_, so no candidates change.
void TwoViewIndex::insert(TextId text, const TextSignature& signature, CandidateChanges& changes) {
  const bool two_views = signature.full != nullptr;
  if (two_views && !full_) {
    full_ = main_->twin(rank_of_);
    made_by_change_ = full_ != nullptr;
  }
  main_->insert(text, signature, changes);
  if (full_) full_->insert(text, full_of(signature), changes);
  set_two_views(text, two_views);
  living_two_views_ += two_views;
}

void TwoViewIndex::release(TextId text, CandidateChanges& changes) {
  main_->release(text, changes);
  if (full_) full_->release(text, changes);
  living_two_views_ -= has_two_views(text);
}

void TwoViewIndex::undo_change(std::span<const TextId> came, std::span<const TextId> gone) {
  main_->undo_change(came, gone);
  if (std::exchange(made_by_change_, false)) full_.reset();
  if (full_) full_->undo_change(came, gone);
  for (TextId text : gone) living_two_views_ += has_two_views(text);
  for (TextId text : came) living_two_views_ -= has_two_views(text);
}

std::shared_ptr<const CandidateView> TwoViewIndex::snapshot() const {
  return std::make_shared<const TwoViewSnapshot>(main_->snapshot(),
                                                 full_ ? full_->snapshot() : nullptr);
}

void TwoViewIndex::candidates(TextId text, std::vector<TextId>& out) const {
  append_candidates(main_->view(), full_ ? &full_->view() : nullptr, text, out);
}

void TwoViewIndex::candidates(const TextSignature& signature, std::vector<TextId>& out) const {
  append_candidates(main_->view(), full_ ? &full_->view() : nullptr, signature, out);
}

size_t TwoViewIndex::bytes() const {
  return main_->view().bytes() + (full_ ? full_->view().bytes() : 0);
}

}  // namespace doppel::living_candidates
