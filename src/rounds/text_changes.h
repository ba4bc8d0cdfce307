// The second step of a round: which texts came, went or moved?
//
// The standing of a page is its position in a winner order. Only live pages have one; a text has
// that of its best page. Changed pages get new standings, and so do pages that are no longer, or
// newly, named as canonical.
//
// Standings are stored only for texts with several pages; the standing of a text's only page is
// computed.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "group_state/state_view.h"

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

// REQUIRES: `after` has the new rows of the changed pages, and their old standings.
TextChanges update_standings(const group_state::StateView& before, group_state::StateView& after,
                             std::span<const std::string> changed_pages);

}  // namespace doppel::rounds
