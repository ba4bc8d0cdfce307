// Candidates that are given as a list of pairs.
//
// Memory: 4 bytes for each pair and 8 for each text. Immutable after construction; thread-safe.
#pragma once

#include <span>
#include <vector>

#include "compare/candidates.h"

namespace doppel::compare {

class ListedCandidates : public CandidateSource {
 public:
  // The pairs may be in any order and are not used after construction.
  ListedCandidates(std::span<const Pair> pairs, const RankedTexts& texts);

  bool has_candidates(Rank text) const override { return has_candidates_[text]; }
  Status append_earlier(Rank text, std::vector<Rank>& out) const override;

 private:
  std::vector<bool> has_candidates_;
  std::vector<uint64_t> ends_;  // by text: where its candidates end in earlier_
  std::vector<Rank> earlier_;   // the earlier candidates of each text, text by text
};

}  // namespace doppel::compare
