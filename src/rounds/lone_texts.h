// Texts that resemble nothing: most texts of most rounds. They take a short way through a round.
//
// A text is alone if no other text forms a pair with it. It is kept in every market, its group has
// no rows, and nobody else is decided by it, so of the steps of a round it needs two: its row and
// its events. Which texts are alone is known once the source was told of the round and asked for
// their candidates:
//
//   arrived   no candidates, or only a few and none is a pair; and its page does not come from a
//             stored group, whose name it may inherit (regroup.h)
//   gone      its group was not stored: it was removed for nobody and nobody for it
//   stayed    likewise, and no text that arrived or gained candidates is a candidate of it
//
// All others are decided in general, and never meet a text that is alone: pairs are symmetric.
// In mode paper all texts are, because an arrived text may follow its page without a probe.
#pragma once

#include <span>
#include <vector>

#include "group_state/event.h"
#include "group_state/state_view.h"
#include "rounds/join_events.h"
#include "rounds/neighbours.h"
#include "rounds/text_changes.h"

namespace doppel::rounds {

// Takes the texts that are alone out of `one_page` and returns them, with their groups set in
// `after`; adds the others to `changes`. REQUIRES: mode sound; `changes` knows what the source
// reported.
std::vector<OnePageChange> separate_lone_texts(const group_state::StateView& before,
                                               group_state::StateView& after,
                                               std::span<const ChangedPage> pages,
                                               std::vector<OnePageChange> one_page,
                                               TextChanges& changes, Neighbours& neighbours);

// Adds the events of the texts and of those pages that have, and had, such a text or none, and that
// no redirect leads to or from. Returns the key URLs of the other pages, which change_events.h
// compares.
std::vector<std::string> add_lone_events(const group_state::StateView& after,
                                         std::span<const ChangedPage> pages,
                                         std::span<const OnePageChange> texts,
                                         std::vector<group_state::Event>& events);

}  // namespace doppel::rounds
