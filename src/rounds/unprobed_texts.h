// Paper mode: which changed pages keep their groups without a probe? (Zhu et al. 5.1)
//
// A page whose new text resembles the representative of its group keeps its group. The
// representative is the text of the group's winner after the last round. The price is known: other
// pairs of the new text are not found, and texts removed for the old one are assumed to resemble
// the new one until a status query verifies it (page_status.h).
#pragma once

#include <map>

#include "group_state/state_view.h"
#include "rounds/neighbours.h"
#include "rounds/text_changes.h"

namespace doppel::rounds {

// Empty in mode sound.
struct UnprobedTexts {
  std::map<StoredTextId, group_state::GroupNumber>
      groups;  // arrived texts, with the groups they keep
  std::map<StoredTextId, StoredTextId>
      successors;  // texts that went -> texts that took their best page's place
};

// Unprobed texts get the representative as their only candidate.
UnprobedTexts find_unprobed_texts(const group_state::StateView& before,
                                  const group_state::StateView& after, const TextChanges& changes,
                                  Neighbours& neighbours);

}  // namespace doppel::rounds
