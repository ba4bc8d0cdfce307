// The second step of a round: which texts came, went or moved?
//
// The standing of a page is its position in a winner order. Only live pages have one; a text has
// that of its best page. Changed pages get new standings, and so do pages that are no longer, or
// newly, named as canonical.
//
// Standings are stored only for texts with several pages; the standing of a text's only page is
// computed, and only if somebody needs it.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "group_state/state_view.h"
#include "rounds/join_events.h"

namespace doppel::rounds {

struct TextChanges {
  enum class Move : uint8_t { kEarlier, kLater };

  std::set<StoredTextId> arrived;  // had no live page before; or are to be decided afresh
  std::set<StoredTextId> gone;     // have no live page any more
  std::vector<std::map<StoredTextId, Move>> moved;  // by market; of texts that stayed
  std::set<StoredTextId> touched;                   // all of these, and texts whose pages changed
  // Of texts that stayed, those that may have candidates they did not have, and those that may have
  // lost some: see similarity/neighbour_source.h.
  std::set<StoredTextId> gained, lost;

  // Has the text a live page after the round? REQUIRES: before is the state these changes are from.
  bool live(const group_state::StateView& before, StoredTextId text) const {
    return arrived.contains(text) || (before.group(text) != 0 && !gone.contains(text));
  }
};

// A text that has one page, or none, before and after the round; and if it has one both times, the
// same. Most texts of a round are such, and most of them are alone in their groups: see
// lone_texts.h.
struct OnePageChange {
  enum class Kind : uint8_t { kArrived, kGone, kStayed };
  static constexpr size_t kUnchanged = SIZE_MAX;

  StoredTextId text;
  Kind kind = Kind::kStayed;
  // The index of its page in the changed pages; kUnchanged: only its standing may have changed.
  size_t page = kUnchanged;
  std::vector<std::pair<group::MarketId, TextChanges::Move>> moves = {};  // kStayed
};

struct StandingChanges {
  std::vector<OnePageChange> one_page;  // by text
  TextChanges others;
};

// Updates the rows of texts and standings. REQUIRES: `after` has the new rows of the changed pages,
// and their old standings.
StandingChanges update_standings(const group_state::StateView& before,
                                 group_state::StateView& after,
                                 std::span<const ChangedPage> changed_pages);

// Adds a text of one page to the changes that are decided in general.
void add_to(const OnePageChange& change, TextChanges& changes);

}  // namespace doppel::rounds
