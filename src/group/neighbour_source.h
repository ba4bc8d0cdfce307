// What resembles this text? Tier 2 as tier 1 sees it.
//
// A source knows texts by ids that it gives out, one id for equal texts; an id stays what it is as
// long as a page refers to it (RoundResult::released says which no longer are). A round asks only
// of texts that its events or its state name; the texts of its events must be there already.
//
// Contract: both answers depend on the texts alone. Candidates hold every pair the source can find
// and are symmetric: if b is among those of a, then a is among those of b. A source that caps its
// answers (hot buckets) breaks that: a round still finds what a new text lists, but may miss what
// only an old text lists. Such a source counts what it hides. Asked by one thread at a time.
#pragma once

#include <optional>
#include <vector>

#include "base/ids.h"
#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel::group {

class NeighbourSource {
 public:
  virtual ~NeighbourSource() = default;
  // Appends texts that may form a pair with the text, in any order; repeats and the text itself do
  // no harm.
  virtual Status candidates(TextId text, std::vector<TextId>& out) = 0;
  // How alike they are if the predicate holds; nothing if it does not.
  virtual Result<std::optional<Similarity>> verify(TextId left, TextId right) = 0;
};

}  // namespace doppel::group
