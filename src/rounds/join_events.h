// The first step of a round: what do its events make of each page?
//
// A page's row is the join of all events ever delivered for it: the newest upsert, redirect, dead
// or delete; the earliest and the latest time; all flags. A join does not depend on order or
// batches, and joining the same events again changes nothing. A stale event is rejected, but its
// time counts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "group_state/page_event.h"
#include "group_state/state_view.h"

namespace doppel::rounds {

struct RejectedEvent {
  size_t event = 0;  // index into the round's events
  group_state::Rejection reason = group_state::Rejection::kOlderVersion;
};

struct JoinedEvents {
  std::vector<std::string> changed;     // pages whose rows changed, by key URL
  std::vector<RejectedEvent> rejected;  // by index
  std::vector<size_t> reports;          // reports of pages that are live
  uint64_t superseded = 0;              // events with a newer one in the same round
};

// Sets the rows of the changed pages in `state`; nothing else.
JoinedEvents join_events(group_state::StateView& state,
                         std::span<const group_state::PageEvent> events);

}  // namespace doppel::rounds
