// Which texts are kept and which are removed, by definition: in winner order, a text is removed if
// and only if an earlier text that is kept forms a pair with it. The first such text is its
// certificate.
//
// For callers that have all pairs as a list. A batch run decides while it searches for pairs
// (compare/pair_finder.h), because a text that is already removed need not be compared again; the
// result is the same.
//
// Thread safety: pure functions.
#pragma once

#include <optional>
#include <span>

#include "group/text_order.h"
#include "record/pair.h"

namespace doppel::group {

// For texts known by their rank. Pairs are sorted by their later text and then by their earlier
// one; they can be passed in one call or split between several. `removals` has an entry for each
// text and is empty before the first call. Cost: linear in the pairs; allocates nothing. REQUIRES:
// all pairs were verified with the same predicate.
//
// A text is not removed for another if it has more than `most_own_windows` windows that the other
// lacks.
void remove_texts(std::span<const RankedPair> pairs,
                  std::span<std::optional<RankedRemoval>> removals,
                  uint64_t most_own_windows = UINT64_MAX);

// The same by ids, for pairs in any order; used by `scan`. Cost: sorting the pairs.
TextRemovals text_removals(const TextOrder& order, std::span<const Pair> pairs,
                           TableMemory* memory = usual_memory(),
                           uint64_t most_own_windows = UINT64_MAX);

}  // namespace doppel::group
