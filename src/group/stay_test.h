// Paper mode: which changed pages stay in their groups without a probe? (Zhu et al. 5.1)
//
// A page whose new text resembles the representative of its group stays. The representative is the
// text of the group's winner as the last round left it. What that costs is known: the new text's
// other pairs are not found, and texts removed for the old one are taken to resemble the new one
// until a status query looks (page_status.h).
#pragma once

#include "group/cover_repair.h"
#include "group/neighbours.h"
#include "group/regroup.h"
#include "group/state_view.h"
#include "group/text_changes.h"

namespace doppel::group {

struct StayTest {
  Stays stays;  // arrived texts that stay, with their groups
  Heirs heirs;  // texts that went, with the texts that took their best pages' place
};

// Stayed texts get the representative as their only candidate.
StayTest stay_test(const StateView& before, const StateView& after, const TextChanges& changes,
                   Neighbours& neighbours);

}  // namespace doppel::group
