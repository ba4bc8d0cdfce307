// Is this text kept, and if not, for which text is it removed? This applies the rule of
// text_removals.h to one text, looking only at its neighbours instead of at all pairs.
//
// Whether a text is kept depends on its earlier neighbours, and each of those depends on its own
// earlier neighbours. The walk follows these pairs back until it reaches texts that are already
// decided or have no earlier neighbour. Most walks take one step, because the most preferred
// neighbour is usually kept. A long chain of neighbours is walked to its beginning only once,
// because decisions are remembered.
//
// Cost: each text is decided once; its candidates are looked up, and the pairs that matter are
// verified. Errors are those of the source.
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
  View view = View::kMain;  // the view of these counts, if texts have two
};

// In market 0. Returns nothing when the text is kept. Adds every text that had to be decided,
// except `text` itself, to `decided`. A text is not removed for another if it has more than
// `most_own_windows` windows that the other lacks. REQUIRES: the text is living.
Result<std::optional<LocalRemoval>> local_removal(StoredTextId text,
                                                  similarity::NeighbourQueries& source,
                                                  const similarity::Standings& standings,
                                                  DecidedTexts& decided,
                                                  uint64_t most_own_windows = UINT64_MAX);

}  // namespace doppel::group
