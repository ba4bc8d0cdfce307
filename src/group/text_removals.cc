// The rule defines the lexicographically first maximal independent set of the pair graph. Example,
// a chain in winner order a, b, c, d with pairs a-b, b-c, c-d: a is kept; b is removed for a; c has
// no kept neighbour, so it is kept although its group's winner is a; d is removed for c. Checking
// against the winner alone would keep d as well; removing whole components would remove c and d for
// a page they do not resemble.
//
// One walk over the texts in winner order decides each by its earlier neighbours, which are looked
// at in winner order. Tested by cover_test.cc: known graphs, and all graphs of up to five texts
// against the definition.
#include "group/text_removals.h"

#include <algorithm>
#include <utility>

namespace doppel::group {
namespace {

struct Neighbour {
  uint32_t rank;          // of the text whose neighbour it is
  uint32_t earlier;       // the neighbour's
  Similarity similarity;  // left = the later text
};

// For each text the neighbours that stand before it, in winner order.
Table<Neighbour> earlier_neighbours(const TextOrder& order, std::span<const Pair> pairs,
                                    TableMemory* memory) {
  Table<Neighbour> out(memory);
  out.reserve(pairs.size());
  for (const Pair& pair : pairs) {
    const uint32_t left = order.rank_of[pair.left.index()];
    const uint32_t right = order.rank_of[pair.right.index()];
    const Similarity& s = pair.similarity;
    if (left < right) {
      out.push_back({right, left, {s.common, s.right_only, s.left_only}});
    } else {
      out.push_back({left, right, s});
    }
  }
  std::sort(out.begin(), out.end(), [](const Neighbour& a, const Neighbour& b) {
    return std::pair(a.rank, a.earlier) < std::pair(b.rank, b.earlier);
  });
  return out;
}

}  // namespace

TextRemovals text_removals(const TextOrder& order, std::span<const Pair> pairs,
                           TableMemory* memory) {
  TextRemovals out(order.by_rank.size(), memory);
  for (const Neighbour& neighbour : earlier_neighbours(order, pairs, memory)) {
    std::optional<TextRemoval>& removal = out[order.by_rank[neighbour.rank].index()];
    const TextId earlier = order.by_rank[neighbour.earlier];
    if (!removal && !out[earlier.index()]) removal = TextRemoval{earlier, neighbour.similarity};
  }
  return out;
}

}  // namespace doppel::group
