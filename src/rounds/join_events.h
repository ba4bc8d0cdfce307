// The first step of a round: what do its events make of each page?
//
// A page's row is the join of all events ever delivered for it: the newest upsert, redirect, dead
// or delete; the earliest and the latest time; all flags. A join does not depend on order or
// batches, and joining the same events again changes nothing. A stale event is rejected, but its
// time counts.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "group_state/page_event.h"
#include "group_state/state_view.h"

namespace doppel::rounds {

struct RejectedEvent {
  size_t event = 0;  // index into the round's events
  group_state::Rejection reason = group_state::Rejection::kOlderVersion;
};

// A page whose row changed. Valid as long as the views of the round.
struct ChangedPage {
  std::string_view key;
  const group_state::PageRow* was;
  const group_state::PageRow* is;
};

struct JoinedEvents {
  std::vector<ChangedPage> changed;     // by key URL
  std::vector<RejectedEvent> rejected;  // by index
  std::vector<size_t> reports;          // reports of pages that are live
  uint64_t superseded = 0;              // events with a newer one in the same round
  uint64_t touched = 0;                 // pages that were seen again as they were
};

// Sets the rows of the changed pages in `state`, and touches those that were only seen again;
// nothing else. Touched pages are not among the changed ones: their groups cannot have changed.
JoinedEvents join_events(group_state::StateView& state,
                         std::span<const group_state::PageEvent> events);

// Would this upsert, redirect, dead or delete take the place of what the page is, or of another
// event of the same page? False for any other event.
bool is_newer(const group_state::PageEvent& event, group_state::PageRow row);
bool is_newer(const group_state::PageEvent& event, const group_state::PageEvent& other);

}  // namespace doppel::rounds
