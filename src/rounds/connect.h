// Which texts are connected after a round? Finds the components over pairs, as far as the round may
// have changed them.
//
// A group that lost a text may have split, so it is walked again: its removed texts are connected
// to their kept texts by their certificates, so only the kept texts must be joined, by probing
// members until all are connected or all members were probed. A group with one kept text needs no
// walk. A group above Rules::rewalk_limit is walked in the next round; until then it may be too
// large, never too small.
//
// Cost: a probe for each arrived text, and for each member of a walked group at most one.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "group_state/state_view.h"
#include "rounds/counters.h"
#include "rounds/neighbours.h"
#include "rounds/text_changes.h"
#include "rounds/unprobed_texts.h"

namespace doppel::rounds {

// Texts that belong together: single texts, and whole groups that the round cannot have split.
struct Component {
  std::vector<StoredTextId> texts;
  std::vector<group_state::GroupNumber> groups;
};

struct Connections {
  std::vector<Component> components;  // those that any text or group of this round is in
  std::map<group_state::GroupNumber, size_t> lost;  // number of texts that left, by group
  std::set<group_state::GroupNumber> walked;   // groups whose texts stand in components one by one
  std::set<group_state::GroupNumber> put_off;  // groups to be walked in the next round
};

// REQUIRES: kept and removed of the neutral market are up to date in `after`. Sets and clears the
// marks of groups that wait for their walk.
Connections connect_texts(const group_state::StateView& before, group_state::StateView& after,
                          const TextChanges& changes, const UnprobedTexts& unprobed,
                          Neighbours& neighbours, const group_state::Rules& rules,
                          Counters& counters);

}  // namespace doppel::rounds
