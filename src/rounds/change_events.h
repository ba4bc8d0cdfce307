// The last step of a round: the difference between the state before and after, as events.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "group_state/event.h"
#include "group_state/state_view.h"
#include "rounds/regroup.h"

namespace doppel::rounds {

// Events in any order, not yet numbered. `changed_pages`: pages whose rows changed;
// `touched`: texts whose pages, ranks or certificates changed. Everything else is unchanged.
// Cost: linear in the pages of these texts, and in the redirects that end at them.
std::vector<group_state::Event> change_events(const group_state::StateView& before,
                                              const group_state::StateView& after,
                                              std::span<const std::string> changed_pages,
                                              const std::set<StoredTextId>& touched,
                                              const Regrouping& regrouping);

// Brings the events of a round into the order of event.h.
void sort_events(std::vector<group_state::Event>& events);

}  // namespace doppel::rounds
