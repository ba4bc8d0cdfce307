// Is this text kept, and if not, for which text is it removed? The rule of text_removals.h for one
// text, decided from its surroundings instead of from all pairs.
//
// A text is decided by its earlier neighbours, each of which is decided by its own. The walk goes
// back along these pairs until it reaches texts that are already decided or have no earlier
// neighbour. Most walks take one step: the most preferred neighbour is usually kept. A chain of
// texts, each a neighbour of the next, is walked to its beginning once, because decisions are
// remembered.
//
// Cost: each text is decided once, with a look at its candidates and the pairs that it needs.
// Errors are those of the source.
#pragma once

#include <optional>
#include <unordered_map>

#include "base/ids.h"
#include "doppel/status.h"
#include "doppel/types.h"
#include "similarity/neighbour_source.h"

namespace doppel::group {

// Texts that were decided: true for those that are kept. They stay decided as long as the texts
// that are more preferred, their order and their candidates do not change.
using DecidedTexts = std::unordered_map<StoredTextId, bool>;

struct LocalRemoval {
  StoredTextId kept;
  Similarity similarity;    // left: the removed text
  View view = View::kMain;  // of which these are the counts, where texts have two
};

// In market 0. Nothing: the text is kept. Adds every text it had to decide, except the one that was
// asked for, to `decided`. A text that has more than `most_own_windows` that the other lacks is not
// removed for it. REQUIRES: the text is living.
Result<std::optional<LocalRemoval>> local_removal(StoredTextId text,
                                                  similarity::NeighbourQueries& source,
                                                  const similarity::Standings& standings,
                                                  DecidedTexts& decided,
                                                  uint64_t most_own_windows = UINT64_MAX);

}  // namespace doppel::group
