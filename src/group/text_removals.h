// Which texts are kept, which removed, by the definition: over texts in winner order, a text is
// removed if and only if an earlier kept text forms a pair with it. The first such text is its
// certificate.
//
// For pairs that are at hand as a list. A run that looks for pairs decides while it looks
// (compare/pair_finder.h), because who is removed already need not be compared; it decides the
// same.
//
// Cost: sorting the pairs. Thread safety: pure function.
#pragma once

#include <span>

#include "group/text_order.h"
#include "record/pair.h"

namespace doppel::group {

// REQUIRES: pairs hold under one predicate.
TextRemovals text_removals(const TextOrder& order, std::span<const Pair> pairs,
                           TableMemory* memory = usual_memory());

}  // namespace doppel::group
