// Which texts are kept, which removed, by the definition: over texts in winner order, a text is
// removed if and only if an earlier kept text forms a pair with it. The first such text is its
// certificate.
//
// For pairs that are at hand as a list. A run that looks for pairs decides while it looks
// (compare/pair_finder.h), because who is removed already need not be compared; it decides the
// same.
//
// Thread safety: pure functions.
#pragma once

#include <optional>
#include <span>

#include "group/text_order.h"
#include "record/pair.h"

namespace doppel::group {

// The walk, over texts known by their rank. Pairs come sorted by their later text and then by their
// earlier one, in one call or in several, cut anywhere; `removals` has an entry for each text,
// nothing in it before the first call. Cost: linear in the pairs; allocates nothing. REQUIRES:
// pairs hold under one predicate.
//
// A text that has more than `most_own_windows` that the other lacks is not removed for it.
void remove_texts(std::span<const RankedPair> pairs,
                  std::span<std::optional<RankedRemoval>> removals,
                  uint64_t most_own_windows = UINT64_MAX);

// The same by ids, for pairs in any order: what `scan` calls. Cost: sorting the pairs.
TextRemovals text_removals(const TextOrder& order, std::span<const Pair> pairs,
                           TableMemory* memory = usual_memory(),
                           uint64_t most_own_windows = UINT64_MAX);

}  // namespace doppel::group
