// Nodes of the graph are groups and texts. A group that nothing shook is one node, however large; a
// text is a node of its own if it arrived, or if its group is walked:
//
//   arrived x ----------- group 7          x forms a pair with some text of group 7
//       \                                  and with text t of group 4, which is walked:
//        +---- text t   text u             x joins 7 and t; is u still connected to t?
//
// A pair of two old texts is always inside one old group, so a walk looks at candidates of its own
// group only, and new pairs are found by the probes of the arrivals.
//
// Tested by laws.group against components from scratch, and by the scenarios on bridges and splits.
#include "group/regroup.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "group/forest.h"
#include "group/mutants.h"

namespace doppel::group {
namespace {

constexpr uint64_t kTextNode = uint64_t{1} << 63;

struct Component {
  std::vector<TextId> texts;          // of text nodes
  std::vector<GroupNumber> groups;    // of group nodes
  std::vector<GroupNumber> inherits;  // groups whose name it may bear
  GroupNumber number = 0;
};

class Regroup {
 public:
  Regroup(const StateView& before, StateView& after, const TextChanges& changes, const Stays& stays,
          Neighbours& neighbours, const Rules& rules, MetaRow& meta, Counters& counters)
      : before_(before),
        after_(after),
        changes_(changes),
        stays_(stays),
        neighbours_(neighbours),
        rules_(rules),
        meta_(meta),
        counters_(counters) {}

  Regrouping run() {
    choose_walked();
    join_arrived();
    for (GroupNumber group : walked_) walk(group);
    std::vector<Component> components = collect();
    inherit_names(components);
    inherit_from_lonely_pages(components);
    found_groups(components);
    for (const Component& component : components) settle(component);
    end_empty_groups();
    return std::move(out_);
  }

 private:
  bool live(TextId text) const { return changes_.live(before_, text); }
  bool arrived(TextId text) const { return changes_.arrived.contains(text); }
  std::optional<TextId> certificate(TextId text) const { return after_.removed_for(0, text); }

  uint64_t node(TextId text) const {
    GroupNumber group = before_.group(text);
    bool alone = arrived(text) || walked_.contains(group);
    return alone ? kTextNode | text.value : group;
  }

  // --- which groups must be walked ---

  void choose_walked() {
    for (TextId text : changes_.gone) ++lost_[before_.group(text)];
    std::set<GroupNumber> shaken;
    for (auto [group, texts] : lost_) shaken.insert(group);
    for (GroupNumber group : before_.stale_groups()) {
      if (!mutant(Mutant::kStaleForgotten)) shaken.insert(group);
    }
    for (TextId text : changes_.arrived) {
      if (before_.group(text) != 0) walked_.insert(before_.group(text));
    }
    for (GroupNumber group : shaken) {
      if (walked_.contains(group) || mutant(Mutant::kNoRewalk)) continue;
      if (!may_have_split(group)) {
        after_.set_stale(group, false);
      } else if (rules_.mode == Mode::kPaper) {
        ++counters_.rewalks_saved;
      } else {
        walk_now_or_later(group);
      }
    }
  }

  void walk_now_or_later(GroupNumber group) {
    std::vector<GroupNumber> stale = before_.stale_groups();
    bool waited = std::binary_search(stale.begin(), stale.end(), group);
    std::optional<GroupRow> row = before_.group_row(group);
    bool large = row && row->texts > rules_.rewalk_limit;
    if (large && !waited) {
      ++counters_.stale_groups;
      put_off_.insert(group);
    } else {
      ++counters_.rewalks;
      walked_.insert(group);
    }
    after_.set_stale(group, large && !waited);
  }

  // What is left of the group hangs on its kept texts, or on kept texts that arrived. One of them
  // holds it together.
  bool may_have_split(GroupNumber group) {
    std::set<TextId> hold;
    constexpr size_t kAll = SIZE_MAX;
    for (TextId text : before_.kept_texts(0, group, kAll)) {
      if (live(text) && !certificate(text)) hold.insert(text);
    }
    for (TextId text : newly_kept()) {
      if (before_.group(text) == group || holds_some_of(text, group)) hold.insert(text);
    }
    return hold.size() > 1;
  }

  // Texts that are kept and were not: they may hold what others held.
  const std::vector<TextId>& newly_kept() {
    if (newly_kept_known_) return newly_kept_;
    newly_kept_known_ = true;
    for (TextId text : changes_.touched) {
      bool was_kept = before_.group(text) != 0 && !arrived(text) && !before_.removed_for(0, text);
      if (live(text) && !certificate(text) && !was_kept) newly_kept_.push_back(text);
    }
    return newly_kept_;
  }

  bool holds_some_of(TextId kept, GroupNumber group) const {
    if (!arrived(kept)) return false;
    std::vector<TextId> held = after_.covered_by(0, kept);
    return std::any_of(held.begin(), held.end(),
                       [&](TextId text) { return before_.group(text) == group; });
  }

  // --- joining ---

  void join(TextId a, TextId b) { forest_.join(node(a), node(b)); }
  bool joined(TextId a, TextId b) { return forest_.root(node(a)) == forest_.root(node(b)); }

  bool may_join(TextId text) const {
    if (!mutant(Mutant::kMarketLeaksIntoGroups)) return true;
    return !after_.removed_for(static_cast<MarketId>(after_.markets() - 1), text);
  }

  void join_arrived() {
    for (auto [text, group] : stays_.groups) {
      if (!walked_.contains(group)) forest_.join(node(text), group);
    }
    for (TextId text : changes_.arrived) {
      if (auto kept = certificate(text); kept && may_join(text)) join(text, *kept);
    }
    for (TextId text : changes_.arrived) {
      for (TextId other : neighbours_.candidates(text)) {
        if (!live(other) || joined(text, other) || !may_join(other)) continue;
        if (neighbours_.verify(text, other)) join(text, other);
      }
    }
  }

  void walk(GroupNumber group) {
    std::vector<TextId> members;
    for (TextId text : before_.members(group)) {
      if (live(text)) members.push_back(text);
    }
    std::set<uint64_t> roots;
    for (TextId text : members) {
      if (auto kept = certificate(text)) join(text, *kept);
    }
    for (TextId text : members) roots.insert(forest_.root(node(text)));
    size_t parts = roots.size();
    for (size_t i = 0; i < members.size() && parts > 1; ++i) {
      for (TextId other : neighbours_.candidates(members[i])) {
        if (before_.group(other) != group || !live(other) || joined(members[i], other)) continue;
        if (!neighbours_.verify(members[i], other)) continue;
        join(members[i], other);
        --parts;
      }
    }
  }

  // --- components and their names ---

  std::vector<Component> collect() {
    std::map<uint64_t, Component> by_root;
    auto add_text = [&](TextId text) {
      by_root[forest_.root(kTextNode | text.value)].texts.push_back(text);
    };
    for (TextId text : changes_.arrived) add_text(text);
    for (GroupNumber group : walked_) {
      for (TextId text : before_.members(group)) {
        if (live(text) && !arrived(text)) add_text(text);
      }
    }
    for (auto [joined, parent] : forest_.joined()) {
      if ((joined & kTextNode) != 0) continue;
      Component& component = by_root[forest_.root(joined)];
      component.groups.push_back(joined);
      component.inherits.push_back(joined);
    }
    std::vector<Component> out;
    for (auto& [root, component] : by_root) out.push_back(std::move(component));
    return out;
  }

  // Of two parts of a group the one with more of its texts, then with the better page.
  void inherit_names(std::vector<Component>& components) {
    std::map<GroupNumber, std::map<size_t, size_t>> shares;
    for (size_t i = 0; i < components.size(); ++i) {
      for (TextId text : components[i].texts) {
        if (before_.group(text) != 0) ++shares[before_.group(text)][i];
      }
    }
    for (const auto& [group, parts] : shares) {
      auto better = [&](const auto& a, const auto& b) {
        if (a.second != b.second) return a.second > b.second;
        return best_rank(components[a.first]) < best_rank(components[b.first]);
      };
      auto part = std::min_element(parts.begin(), parts.end(), better);
      components[part->first].inherits.push_back(group);
    }
  }

  std::string best_rank(const Component& component) const {
    std::string out;
    for (TextId text : component.texts) {
      auto standing = after_.best(0, text);
      if (standing && (out.empty() || standing->rank < out)) out = standing->rank;
    }
    return out;
  }

  // A component without a name takes that of a group that its pages left empty.
  void inherit_from_lonely_pages(std::vector<Component>& components) {
    std::map<GroupNumber, size_t> heirs;
    for (size_t i = 0; i < components.size(); ++i) {
      if (!components[i].inherits.empty()) continue;
      for (TextId text : components[i].texts) {
        for (const std::string& key : after_.pages_of(text)) {
          PageRow was = before_.page(key);
          if (!was.live() || !is_empty(before_.group(was.text))) continue;
          auto [at, is_new] = heirs.try_emplace(before_.group(was.text), i);
          if (!is_new && founder(components[i]) < founder(components[at->second])) at->second = i;
        }
      }
    }
    for (auto [group, i] : heirs) components[i].inherits.push_back(group);
  }

  // Did all texts of the group go, so that it is in no component?
  bool is_empty(GroupNumber group) const {
    auto lost = lost_.find(group);
    if (lost == lost_.end() || forest_.joined().contains(group)) return false;
    std::optional<GroupRow> row = before_.group_row(group);
    return row && row->texts == lost->second;
  }

  std::string founder(const Component& component) const {
    std::string out;
    for (TextId text : component.texts) {
      for (const std::string& key : after_.pages_of(text)) {
        if (out.empty() || key < out) out = key;
      }
    }
    return out;
  }

  // The largest group gives its number; of equal ones the oldest. New groups are numbered by
  // founder.
  void found_groups(std::vector<Component>& components) {
    std::map<std::string, Component*> unnamed;
    for (Component& component : components) {
      auto larger = [&](GroupNumber a, GroupNumber b) {
        return std::tuple(-size_before(a), a) < std::tuple(-size_before(b), b);
      };
      const auto& inherits = component.inherits;
      if (inherits.empty()) {
        unnamed[founder(component)] = &component;
      } else {
        component.number = *std::min_element(inherits.begin(), inherits.end(), larger);
      }
    }
    for (auto& [founder, component] : unnamed) {
      component->number = ++meta_.groups;
      after_.set_group_row(component->number, {founder, meta_.round, 0, {}});
    }
  }

  int64_t size_before(GroupNumber group) const {
    std::optional<GroupRow> row = before_.group_row(group);
    return row ? static_cast<int64_t>(row->texts) : 0;
  }

  void settle(const Component& component) {
    std::string name = name_of(component.number);
    for (GroupNumber group : component.inherits) {
      if (group == component.number) continue;
      for (TextId text : before_.members(group)) {
        if (live(text) && !arrived(text) && !walked_.contains(group)) move(text, component.number);
      }
      out_.merged[name_of(group)] = name;
    }
    bool is_new = component.inherits.empty();
    for (TextId text : component.texts) {
      GroupNumber old = before_.group(text);
      if (is_new && old != 0) out_.split.emplace(name_of(old), name);
      move(text, component.number);
    }
    merge_rows(component);
  }

  void move(TextId text, GroupNumber group) {
    if (before_.group(text) == group) return;
    after_.set_group(text, group);
    out_.moved.insert(text);
    ++size_change_[group];
    if (before_.group(text) != 0) --size_change_[before_.group(text)];
  }

  // A merged-away group leaves its doubts to the other, and its name as an alias.
  void merge_rows(const Component& component) {
    for (GroupNumber group : component.inherits) {
      if (group == component.number) continue;
      std::optional<GroupRow> away = after_.group_row(group);
      std::optional<GroupRow> row = after_.group_row(component.number);
      if (!away || !row) continue;
      row->doubted.merge(away->doubted);
      after_.set_group_row(component.number, *row);
      after_.end_group(group, row->name());
      if (put_off_.contains(group)) after_.set_stale(component.number, true);
    }
  }

  std::string name_of(GroupNumber group) const {
    std::optional<GroupRow> row = before_.group_row(group);
    if (!row) row = after_.group_row(group);
    return row ? row->name() : "";
  }

  void end_empty_groups() {
    for (TextId text : changes_.gone) {
      after_.set_group(text, 0);
      out_.moved.insert(text);
    }
    for (auto [group, texts] : lost_) size_change_[group] -= static_cast<int64_t>(texts);
    for (auto [group, change] : size_change_) {
      std::optional<GroupRow> row = after_.group_row(group);
      if (!row || change == 0) continue;
      row->texts += static_cast<uint64_t>(change);
      if (row->texts == 0) {
        after_.end_group(group);
      } else {
        after_.set_group_row(group, *row);
      }
    }
  }

  const StateView& before_;
  StateView& after_;
  const TextChanges& changes_;
  const Stays& stays_;
  Neighbours& neighbours_;
  const Rules& rules_;
  MetaRow& meta_;
  Counters& counters_;

  std::map<GroupNumber, size_t> lost_;  // texts that went, by group
  std::set<GroupNumber> walked_, put_off_;
  std::vector<TextId> newly_kept_;
  bool newly_kept_known_ = false;
  Forest forest_;
  std::map<GroupNumber, int64_t> size_change_;
  Regrouping out_;
};

}  // namespace

Regrouping regroup(const StateView& before, StateView& after, const TextChanges& changes,
                   const Stays& stays, Neighbours& neighbours, const Rules& rules, MetaRow& meta,
                   Counters& counters) {
  return Regroup(before, after, changes, stays, neighbours, rules, meta, counters).run();
}

}  // namespace doppel::group
