// A pair: two texts for which the predicate was verified. What tier 2 finds and tier 1 groups.
#pragma once

#include <optional>

#include "base/ids.h"
#include "base/table.h"
#include "doppel/types.h"

namespace doppel {

struct Pair {
  TextId left, right;  // left < right
  Similarity similarity;

  friend bool operator==(const Pair&, const Pair&) = default;
};

// Why a text is removed: its first kept neighbour in winner order.
struct TextRemoval {
  TextId kept;
  Similarity similarity;  // left: the removed text

  friend bool operator==(const TextRemoval&, const TextRemoval&) = default;
};
using TextRemovals = Table<std::optional<TextRemoval>>;  // by text; nothing: it is kept

}  // namespace doppel
