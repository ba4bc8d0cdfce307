// Kept and removed after a round, by local repair in winner order.
//
// Guarantee: if before the round every removed text was removed for its first kept neighbour and
// every kept text had no earlier kept neighbour, then the same holds after it, for the texts, ranks
// and pairs of now: the result of a walk over all texts, without the walk.
//
// Cost: proportional to the texts that must be decided again, each with one pass over the
// candidates that may decide it; see the essay in cover_repair.cc. Errors: those of the views and
// the neighbours, kept there.
#pragma once

#include <set>

#include "group/market.h"
#include "group_state/state_view.h"
#include "rounds/neighbours.h"
#include "rounds/text_changes.h"
#include "rounds/unprobed_texts.h"

namespace doppel::rounds {

// Updates kept and removed of one market in `after`. Returns the texts whose answer changed.
std::set<StoredTextId> repair_cover(group::MarketId market, const group_state::StateView& before,
                                    group_state::StateView& after, const TextChanges& changes,
                                    const UnprobedTexts& unprobed, Neighbours& neighbours);

}  // namespace doppel::rounds
