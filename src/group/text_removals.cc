// The rule defines the lexicographically first maximal independent set of the pair graph. Example,
// a chain in winner order a, b, c, d with pairs a-b, b-c, c-d: a is kept; b is removed for a; c has
// no kept neighbour, so it is kept although its group's winner is a; d is removed for c. Checking
// against the winner alone would keep d as well; removing whole components would remove c and d for
// a page they do not resemble.
//
// One pass over the texts in winner order decides each text from its earlier neighbours, also in
// winner order. Tested by cover_test.cc: known graphs, and all graphs of up to five texts against
// the definition.
#include "group/text_removals.h"

#include <algorithm>
#include <utility>

namespace doppel::group {
namespace {

// For each text, its pairs with more preferred texts, in winner order.
Table<RankedPair> in_winner_order(const TextOrder& order, std::span<const Pair> pairs,
                                  TableMemory* memory) {
  Table<RankedPair> out(memory);
  out.reserve(pairs.size());
  for (const Pair& pair : pairs) {
    const Rank left = order.rank_of[pair.left.index()];
    const Rank right = order.rank_of[pair.right.index()];
    const Similarity& s = pair.similarity;
    if (left < right) {
      out.push_back({right, left, {s.common, s.right_only, s.left_only}});
    } else {
      out.push_back({left, right, s});
    }
  }
  std::sort(out.begin(), out.end(), [](const RankedPair& a, const RankedPair& b) {
    return std::pair(a.later, a.earlier) < std::pair(b.later, b.earlier);
  });
  return out;
}

}  // namespace

void remove_texts(std::span<const RankedPair> pairs,
                  std::span<std::optional<RankedRemoval>> removals, uint64_t most_own_windows) {
  for (const RankedPair& pair : pairs) {
    if (pair.similarity.left_only > most_own_windows) continue;
    std::optional<RankedRemoval>& removal = removals[pair.later];
    if (!removal && !removals[pair.earlier]) removal = {pair.earlier, pair.similarity};
  }
}

TextRemovals text_removals(const TextOrder& order, std::span<const Pair> pairs, TableMemory* memory,
                           uint64_t most_own_windows) {
  Table<std::optional<RankedRemoval>> by_rank(order.by_rank.size(), memory);
  remove_texts(in_winner_order(order, pairs, memory), by_rank, most_own_windows);
  TextRemovals out(by_rank.size(), memory);
  for (Rank rank = 0; rank < by_rank.size(); ++rank) {
    if (const auto& removal = by_rank[rank]) {
      out[order.by_rank[rank].index()] = {order.by_rank[removal->kept], removal->similarity};
    }
  }
  return out;
}

}  // namespace doppel::group
