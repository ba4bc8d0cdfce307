// Candidates that are at hand as a list of pairs.
//
// Memory: 4 bytes a pair and 8 a text. Immutable after construction; thread-safe.
#pragma once

#include <span>
#include <vector>

#include "compare/candidates.h"

namespace doppel::compare {

class ListedCandidates : public CandidateSource {
 public:
  // In any order; needed only now.
  ListedCandidates(std::span<const Pair> pairs, const RankedTexts& texts);

  bool has_candidates(Rank text) const override { return has_candidates_[text]; }
  Status append_earlier(Rank text, std::vector<Rank>& out) const override;

 private:
  std::vector<bool> has_candidates_;
  std::vector<uint64_t> ends_;  // by text: where its earlier ones end
  std::vector<Rank> earlier_;   // text after text
};

}  // namespace doppel::compare
