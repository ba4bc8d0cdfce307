// `scan`, living: every text is a candidate of every other. What the other indexes are checked by.
#pragma once

#include <set>
#include <vector>

#include "index/candidate_index.h"

namespace doppel::index {

class AllTexts : public CandidateIndex {
 public:
  void insert(TextId text, const TextSignature&, Shifted&) override { living_.insert(text); }
  void release(TextId text, Shifted&) override { living_.erase(text); }
  void undo_change(std::span<const TextId> came, std::span<const TextId> gone) override {
    living_.insert(gone.begin(), gone.end());
    for (TextId text : came) living_.erase(text);
  }
  void candidates(TextId text, std::vector<TextId>& out) const override {
    for (TextId other : living_) {
      if (other != text) out.push_back(other);
    }
  }
  size_t bytes() const override { return living_.size() * (sizeof(TextId) + 4 * sizeof(void*)); }

 private:
  std::set<TextId> living_;
};

}  // namespace doppel::index
