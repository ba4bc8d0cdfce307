// Paper mode: which changed pages stay in their groups without a probe? (Zhu et al. 5.1)
//
// A page whose new text resembles the representative of its group stays. The representative is the
// text of the group's winner as the last round left it. What that costs is known: the new text's
// other pairs are not found, and texts removed for the old one are taken to resemble the new one
// until a status query looks (page_status.h).
#pragma once

#include <map>

#include "group_state/state_view.h"
#include "rounds/neighbours.h"
#include "rounds/text_changes.h"

namespace doppel::rounds {

// Empty in mode sound.
struct Stays {
  std::map<StoredTextId, group_state::GroupNumber>
      groups;  // arrived texts that stay, with their groups
  std::map<StoredTextId, StoredTextId>
      heirs;  // texts that went -> texts that took their best page's place
};

// Stayed texts get the representative as their only candidate.
Stays stay_test(const group_state::StateView& before, const group_state::StateView& after,
                const TextChanges& changes, Neighbours& neighbours);

}  // namespace doppel::rounds
