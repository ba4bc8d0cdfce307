#include "compare/listed_candidates.h"

#include <algorithm>
#include <numeric>

namespace doppel::compare {

ListedCandidates::ListedCandidates(std::span<const Pair> pairs, const RankedTexts& texts)
    : has_candidates_(texts.by_rank.size()),
      ends_(texts.by_rank.size() + 1),
      earlier_(pairs.size()) {
  const auto ranks = [&](const Pair& pair) {
    return std::minmax({texts.rank_of[pair.left.index()], texts.rank_of[pair.right.index()]});
  };
  for (const Pair& pair : pairs) {
    const auto [earlier, later] = ranks(pair);
    has_candidates_[earlier] = has_candidates_[later] = true;
    ++ends_[later + 1];
  }
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  // Until the candidates of a text are written, ends_[text] is where the next of them goes.
  for (const Pair& pair : pairs) {
    const auto [earlier, later] = ranks(pair);
    earlier_[ends_[later]++] = earlier;
  }
}

Status ListedCandidates::append_earlier(Rank text, std::vector<Rank>& out) const {
  const uint64_t begin = text == 0 ? 0 : ends_[text - 1];
  out.insert(out.end(), earlier_.begin() + static_cast<std::ptrdiff_t>(begin),
             earlier_.begin() + static_cast<std::ptrdiff_t>(ends_[text]));
  return {};
}

}  // namespace doppel::compare
