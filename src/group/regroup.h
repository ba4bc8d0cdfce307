// Who belongs together after a round? Components over pairs, with names that last.
//
// Groups hold texts; a page belongs to the group of its text, a redirect to that of the page it
// ends at. Groups follow the neutral order alone: markets play no part.
//
// A group that lost a text may have fallen apart. It is walked again: its removed texts hang on
// their kept texts by proof already, so only kept texts must be joined, by probing members until
// all are one or nobody is left to ask. A group with one kept text needs no walk. A group above
// Rules::rewalk_limit waits for the next round; until then it may be too large, never too small.
//
// Names: the largest part of a group keeps its name, and of several groups in one component the
// largest gives its name, the others become aliases. A page alone whose text changes keeps its
// group.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "group/counters.h"
#include "group/neighbours.h"
#include "group/state_view.h"
#include "group/stay_test.h"
#include "group/text_changes.h"

namespace doppel::group {

struct Regrouping {
  std::set<TextId> moved;                               // texts with another group, merges included
  std::map<std::string, std::string> merged;            // name -> name it was merged into
  std::set<std::pair<std::string, std::string>> split;  // name, name of the new group
};

// REQUIRES: kept and removed of the neutral market are up to date in `after`.
Regrouping regroup(const StateView& before, StateView& after, const TextChanges& changes,
                   const Stays& stays, Neighbours& neighbours, const Rules& rules, MetaRow& meta,
                   Counters& counters);

}  // namespace doppel::group
