// The numbered change events that a store keeps: written by rounds, read from a number on, trimmed
// by the caller when they are old enough.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "group_state/event.h"
#include "group_state/group_state.h"

namespace doppel::rounds {

// Adds the rows of a round's events. REQUIRES: the events are of one round and numbered.
void write_events(std::span<const group_state::Event> events, group_state::RowView& rows);

// Events from number `from` on, at most `limit`. kNotFound, and nothing else is: the event with
// that number was trimmed, so the caller has missed events and must start again from an export.
Result<std::vector<group_state::Event>> events_since(const group_state::GroupState& state,
                                                     uint64_t from, size_t limit);

// Adds to a batch what erases the events before number `before`, as far as they fill whole rows: a
// few of them may stay. The batch may also be that of a round that has not been committed.
// Cost: a row for each 100 events that are erased.
Status trim_events(const group_state::GroupState& state, uint64_t before, store::Batch& changes);

}  // namespace doppel::rounds
