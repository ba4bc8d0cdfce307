// A pair: two texts for which the predicate was verified. What tier 2 finds and tier 1 groups.
#pragma once

#include "base/ids.h"
#include "doppel/types.h"

namespace doppel {

struct Pair {
  TextId left, right;  // left < right
  Similarity similarity;

  friend bool operator==(const Pair&, const Pair&) = default;
};

}  // namespace doppel
