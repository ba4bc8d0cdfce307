// `scan` for texts that come and go: every text is a candidate of every other. The other indexes
// are tested against it.
#pragma once

#include <memory>
#include <vector>

#include "base/shared_vector.h"
#include "living_candidates/candidate_index.h"

namespace doppel::living_candidates {

class AllTexts : public CandidateIndex, public CandidateView {
 public:
  std::unique_ptr<CandidateIndex> twin(const RankOf&) const override { return nullptr; }
  void insert(TextId text, const TextSignature&, CandidateChanges&) override {
    is_living_.grow_to(text.index() + 1);
    is_living_.change(text.index()) = true;
  }
  void release(TextId text, CandidateChanges&) override { is_living_.change(text.index()) = false; }
  void undo_change(std::span<const TextId> came, std::span<const TextId> gone) override {
    for (TextId text : gone) is_living_.change(text.index()) = true;
    for (TextId text : came) is_living_.change(text.index()) = false;
  }
  const CandidateView& view() const override { return *this; }
  std::shared_ptr<const CandidateView> snapshot() const override {
    return std::make_shared<const AllTexts>(*this);
  }

  void candidates(TextId text, std::vector<TextId>& out) const override {
    for (uint32_t i = 0; i < is_living_.size(); ++i) {
      if (is_living_[i] && i != text.value) out.push_back({i});
    }
  }
  void candidates(const TextSignature&, std::vector<TextId>& out) const override {
    candidates(TextId{UINT32_MAX}, out);
  }
  size_t bytes() const override { return is_living_.bytes(); }

 private:
  SharedVector<bool, 4096> is_living_;  // by number
};

}  // namespace doppel::living_candidates
