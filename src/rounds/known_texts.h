// Which pages of a round have the content that they had? Their texts need not be read again.
//
// A caller that receives pages computes the hash of their bytes, asks here, and adds only the texts
// of the other pages to its source of neighbours:
//
//   const group_state::StateView before = state.view(rules);
//   const std::vector<bool> known = fill_known_texts(before, events);
//   ...                                                // for the others: events[i].text = ...
//   auto round = apply_round(before, events, source, rules);
#pragma once

#include <span>
#include <vector>

#include "group_state/page_event.h"
#include "group_state/state_view.h"

namespace doppel::rounds {

// Sets PageEvent::text of every upsert whose page is live with the same content. Says of which.
// Cost: one look-up for each page, which apply_round() does not repeat for the same view. Errors:
// as in row_view.h; the round ends with them.
std::vector<bool> fill_known_texts(const group_state::StateView& before,
                                   std::span<group_state::PageEvent> events);

}  // namespace doppel::rounds
