// A round: a batch of page events, applied as one.
//
// apply_round() reads the state, tells the source which texts come and go, queries it, and returns
// the rows to write. The state does not change before GroupState::commit() has written them. A
// round that fails changes nothing; a caller that does not commit a round must undo its change of
// the source (NeighbourSource::undo_change).
//
//   auto round = apply_round(state, events, source, rules);
//   if (!round) return round.error();                  // the source is as it was
//   round->changes.put("Offset", ...);                 // the caller's own rows, in the same batch
//   Status done = state.commit(round->changes);
//   if (!done.ok()) source.undo_change();
//
// Promise (mode sound, and a source that finds all pairs): pages, groups, kept, removed and
// certificates after a round are what one round from scratch over all events ever committed would
// give; neither their order nor their batches matter. Names and numbers of groups and events do
// depend on history. A round delivered again changes nothing.
//
// Errors: those of the store and the source; kInvalidArgument when the store was built under other
// markets or another mode. Dirty events are rejected, not errors. Cost: linear in what changes; one
// probe for each new text.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "group_state/event.h"
#include "group_state/group_state.h"
#include "group_state/page_event.h"
#include "group_state/rules.h"
#include "rounds/counters.h"
#include "rounds/event_log.h"
#include "rounds/join_events.h"
#include "rounds/known_texts.h"
#include "similarity/neighbour_source.h"

namespace doppel::rounds {

struct RoundResult {
  uint64_t round = 0;  // its number; that of the last round when nothing changed
  store::Batch changes;
  std::vector<group_state::Event> events;  // numbered; they are in `changes` too
  std::vector<RejectedEvent> rejected;
  std::vector<StoredTextId>
      released;  // ids the source may forget: no page has these texts any more
  Counters counters;
};

Result<RoundResult> apply_round(const group_state::GroupState& state,
                                std::span<const group_state::PageEvent> events,
                                similarity::NeighbourSource& source,
                                const group_state::Rules& rules);
// The same with a view of the state that was asked before (known_texts.h). REQUIRES: it is a view
// of the last committed round under these rules, and was not changed.
Result<RoundResult> apply_round(const group_state::StateView& before,
                                std::span<const group_state::PageEvent> events,
                                similarity::NeighbourSource& source,
                                const group_state::Rules& rules);

// A round without page events: the markets of the store were exchanged, and with them candidates
// have changed (NeighbourSource::change_markets). `before` is a view of the last committed round
// under the new rules, which already have their rows for every market; the round repairs what the
// shift has changed. Its events are numbered after `last_event`. Unlike other rounds it counts even
// if nothing changes. A caller that does not commit it must undo the change of the source; so must
// one that gets an error.
Result<RoundResult> apply_market_shift(const group_state::StateView& before,
                                       const similarity::Shift& shift, uint64_t last_event,
                                       similarity::NeighbourSource& source,
                                       const group_state::Rules& rules);

// A round without page events: all texts of these groups are decided as if they had just arrived,
// and reports about them are forgotten. Groups that are not stored are skipped. Nothing of the
// source changes.
Result<RoundResult> apply_repair(const group_state::StateView& before,
                                 std::span<const group_state::GroupNumber> groups,
                                 similarity::NeighbourSource& source,
                                 const group_state::Rules& rules);

}  // namespace doppel::rounds
