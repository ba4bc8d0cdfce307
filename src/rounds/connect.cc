// Nodes of the graph are groups and texts. A group that the round cannot have split is one node,
// however large; a text is a node of its own if it arrived, or if its group is walked:
//
//   arrived x ----------- group 7          x forms a pair with some text of group 7
//       \                                  and with text t of group 4, which is walked:
//        +---- text t   text u             x joins 7 and t; is u still connected to t?
//
// A pair of two old texts is inside one old group, unless one of them has gained candidates. So a
// walk considers only candidates in the same group, and new pairs are found by probing the texts
// that arrived or gained candidates. A group may have split if one of its texts lost candidates, as
// it may if it lost a text.
//
// Tested by laws.rounds against components from scratch, and by the scenarios on bridges and
// splits.
#include "rounds/connect.h"

#include <algorithm>

#include "base/union_find.h"
#include "group/market.h"
#include "group_state/mutants.h"

namespace doppel::rounds {
namespace {

using group_state::GroupNumber;
using group_state::Mutant;
using group_state::Rules;
using group_state::StateView;

constexpr uint64_t kTextNode = uint64_t{1} << 63;

class Connector {
 public:
  Connector(const StateView& before, StateView& after, const TextChanges& changes,
            const UnprobedTexts& unprobed, Neighbours& neighbours, const Rules& rules,
            Counters& counters)
      : before_(before),
        after_(after),
        changes_(changes),
        unprobed_(unprobed),
        neighbours_(neighbours),
        rules_(rules),
        counters_(counters) {}

  Connections run() {
    choose_walked();
    join_arrived();
    for (GroupNumber group : out_.walked) walk(group);
    out_.components = collect();
    return std::move(out_);
  }

 private:
  bool live(StoredTextId text) const { return changes_.live(before_, text); }
  bool arrived(StoredTextId text) const { return changes_.arrived.contains(text); }
  std::optional<StoredTextId> certificate(StoredTextId text) const {
    return after_.removed_for(0, text);
  }

  uint64_t node(StoredTextId text) const {
    GroupNumber group = before_.group(text);
    bool alone = arrived(text) || out_.walked.contains(group);
    return alone ? kTextNode | text.value : group;
  }

  // --- which groups must be walked ---

  void choose_walked() {
    find_new_holders();
    std::vector<GroupNumber> waiting = before_.stale_groups();
    if (mutant(Mutant::kStaleForgotten)) waiting.clear();
    std::set<GroupNumber> shaken(waiting.begin(), waiting.end());
    for (StoredTextId text : changes_.gone) {
      ++out_.lost[before_.group(text)];
      shaken.insert(before_.group(text));
    }
    for (StoredTextId text : changes_.lost) {
      if (live(text) && !arrived(text)) shaken.insert(before_.group(text));
    }
    for (StoredTextId text : changes_.arrived) {
      if (before_.group(text) != 0) out_.walked.insert(before_.group(text));
    }
    for (GroupNumber group : shaken) {
      if (out_.walked.contains(group) || mutant(Mutant::kNoRewalk)) continue;
      if (!may_have_split(group)) {
        after_.set_stale(group, false);
      } else if (rules_.mode == group_state::Mode::kPaper) {
        ++counters_.rewalks_saved;
      } else {
        bool waited = std::binary_search(waiting.begin(), waiting.end(), group);
        walk_now_or_later(group, waited);
      }
    }
  }

  void walk_now_or_later(GroupNumber group, bool waited) {
    std::optional<group_state::GroupRow> row = before_.group_row(group);
    bool later = row && row->texts > rules_.rewalk_limit && !waited;
    if (later) {
      ++counters_.stale_groups;
      out_.put_off.insert(group);
    } else {
      ++counters_.rewalks;
      out_.walked.insert(group);
    }
    after_.set_stale(group, later);
  }

  // The remaining texts of the group are connected to its kept texts, or to kept texts of other
  // groups. If that is one text, it connects the whole group.
  bool may_have_split(GroupNumber group) {
    std::set<StoredTextId> holders = new_holders_[group];
    // Only touched texts can have ceased to be kept: so many and two more are enough to see two.
    for (StoredTextId text : before_.kept_texts(0, group, changes_.touched.size() + 2)) {
      if (live(text) && !certificate(text)) holders.insert(text);
    }
    return holders.size() > 1;
  }

  // Texts to which texts of a group are connected and that were not kept texts of the group, by
  // group: those that are kept now, and texts of other groups for which a text of the group is
  // removed.
  void find_new_holders() {
    for (StoredTextId text : changes_.touched) {
      if (!live(text)) continue;
      const GroupNumber group = before_.group(text);
      if (auto kept = certificate(text)) {
        if (before_.group(*kept) != group || arrived(*kept)) new_holders_[group].insert(*kept);
      } else if (group == 0 || arrived(text) || before_.removed_for(0, text)) {
        new_holders_[group].insert(text);
      }
    }
  }

  // --- joining ---

  void join(StoredTextId a, StoredTextId b) { components_.join(node(a), node(b)); }
  bool joined(StoredTextId a, StoredTextId b) {
    return components_.root(node(a)) == components_.root(node(b));
  }

  bool may_join(StoredTextId text) const {
    if (!mutant(Mutant::kMarketLeaksIntoGroups)) return true;
    return !after_.removed_for(static_cast<group::MarketId>(after_.markets() - 1), text);
  }

  void join_arrived() {
    for (auto [text, group] : unprobed_.groups) {
      if (!out_.walked.contains(group)) components_.join(node(text), group);
    }
    for (StoredTextId text : changes_.arrived) {
      if (auto kept = certificate(text); kept && may_join(text)) join(text, *kept);
    }
    for (const std::set<StoredTextId>* probed : {&changes_.arrived, &changes_.gained}) {
      for (StoredTextId text : *probed) {
        if (mutant(Mutant::kGainedUnprobed) && !arrived(text)) continue;
        for (StoredTextId other : neighbours_.candidates(text)) {
          if (!live(other) || joined(text, other) || !may_join(other)) continue;
          if (neighbours_.verify(text, other)) join(text, other);
        }
      }
    }
  }

  void walk(GroupNumber group) {
    std::vector<StoredTextId> members;
    for (StoredTextId text : before_.members(group)) {
      if (live(text)) members.push_back(text);
    }
    std::set<uint64_t> roots;
    for (StoredTextId text : members) {
      if (auto kept = certificate(text)) join(text, *kept);
    }
    for (StoredTextId text : members) roots.insert(components_.root(node(text)));
    size_t parts = roots.size();
    for (size_t i = 0; i < members.size() && parts > 1; ++i) {
      for (StoredTextId other : neighbours_.candidates(members[i])) {
        if (before_.group(other) != group || !live(other) || joined(members[i], other)) continue;
        if (!neighbours_.verify(members[i], other)) continue;
        join(members[i], other);
        --parts;
      }
    }
  }

  std::vector<Component> collect() {
    std::map<uint64_t, Component> by_root;
    auto add_text = [&](StoredTextId text) {
      by_root[components_.root(kTextNode | text.value)].texts.push_back(text);
    };
    for (StoredTextId text : changes_.arrived) add_text(text);
    for (GroupNumber group : out_.walked) {
      for (StoredTextId text : before_.members(group)) {
        if (live(text) && !arrived(text)) add_text(text);
      }
    }
    for (auto [joined, parent] : components_.parents().all()) {
      if ((joined & kTextNode) != 0) continue;
      Component& component = by_root[components_.root(joined)];
      component.groups.push_back(joined);
    }
    std::vector<Component> out;
    for (auto& [root, component] : by_root) out.push_back(std::move(component));
    return out;
  }

  const StateView& before_;
  StateView& after_;
  const TextChanges& changes_;
  const UnprobedTexts& unprobed_;
  Neighbours& neighbours_;
  const Rules& rules_;
  Counters& counters_;

  std::map<GroupNumber, std::set<StoredTextId>> new_holders_;
  SparseUnionFind components_;
  Connections out_;
};

}  // namespace

Connections connect_texts(const StateView& before, StateView& after, const TextChanges& changes,
                          const UnprobedTexts& unprobed, Neighbours& neighbours, const Rules& rules,
                          Counters& counters) {
  return Connector(before, after, changes, unprobed, neighbours, rules, counters).run();
}

}  // namespace doppel::rounds
