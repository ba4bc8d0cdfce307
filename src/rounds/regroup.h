// Turns components into groups: gives them lasting names, and writes their rows.
//
// Groups contain texts; a page belongs to the group of its text, a redirect to that of the page it
// ends at. Groups depend on the neutral order alone, not on markets.
//
// Names: the largest part of a group keeps its name, and of several groups in one component the
// largest gives its name, the others become aliases; ties go to the better page and to the older
// group. A new group is named after its founder, the smallest page, and the round. A group of one
// text is not stored and is named after the text: text:12. A group that shrinks to one text takes
// that name, and the old name becomes an alias.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "group_state/state_view.h"
#include "rounds/connect.h"
#include "rounds/text_changes.h"

namespace doppel::rounds {

struct Regrouping {
  std::set<StoredTextId> moved;                         // texts with another group, merges included
  std::map<std::string, std::string> merged;            // name -> name it was merged into
  std::set<std::pair<std::string, std::string>> split;  // name, name of the new group
};

// New groups take the next numbers of `meta`. Cost: linear in the texts that change group.
Regrouping regroup(const group_state::StateView& before, group_state::StateView& after,
                   const TextChanges& changes, const Connections& connections,
                   group_state::MetaRow& meta);

}  // namespace doppel::rounds
