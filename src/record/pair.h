// A pair: two texts for which the predicate was verified. What tier 2 finds and tier 1 groups.
//
// Where texts have ids, left and right are ordered by id. Where they are known only by their rank
// in winner order, a pair is the later text and the earlier one. A candidate is written the same
// way, but has not been verified yet.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "base/ids.h"
#include "base/table.h"
#include "doppel/extract.h"
#include "doppel/types.h"

namespace doppel {

struct Pair {
  TextId left, right;  // left < right
  Similarity similarity;

  friend bool operator==(const Pair&, const Pair&) = default;
};

// The rank of a text in winner order: 0 is the most preferred.
using Rank = uint32_t;

struct CandidatePair {
  Rank later = 0, earlier = 0;

  friend auto operator<=>(const CandidatePair&, const CandidatePair&) = default;
};

struct RankedPair {
  Rank later = 0, earlier = 0;
  Similarity similarity;  // left: the later text

  friend bool operator==(const RankedPair&, const RankedPair&) = default;
};

// Why a text is removed, where texts are known by their rank.
struct RankedRemoval {
  Rank kept = 0;
  Similarity similarity;  // left: the removed text

  friend bool operator==(const RankedRemoval&, const RankedRemoval&) = default;
};

// Why a text is removed: its first kept neighbour in winner order.
struct TextRemoval {
  TextId kept;
  Similarity similarity;    // left: the removed text
  View view = View::kMain;  // the view of these counts, if texts have two

  friend bool operator==(const TextRemoval&, const TextRemoval&) = default;
};
using TextRemovals = Table<std::optional<TextRemoval>>;  // by text; nothing: it is kept

}  // namespace doppel
