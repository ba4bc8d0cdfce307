// The texts of every group that the round may have changed are in one or several components. One of
// these inherits the group's name. A component of several texts uses the name of the largest stored
// group that it inherits, or founds a new group; a component of a single text is named after the
// text. An inherited name that is not used becomes an alias:
//
//   group 7 = {a b c d}  ->  {a b c x}   inherits 7
//                            {d}         inherits nothing: text:d, split from 7
//   group text:e = {e} ->    {e f g y}   inherits text:e and 8: takes 8, text:e is an alias of it
//   group 8 = {f g} ---/
//   group 9 = {h i}      ->  {h}         inherits 9, yet is named text:h; 9 is an alias of it
//
// Tested by the scenarios on names, aliases, merges and splits.
#include "rounds/regroup.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace doppel::rounds {
namespace {

using group_state::GroupNumber;
using group_state::is_stored;
using group_state::MetaRow;
using group_state::StateView;

struct Claim {
  const Component* component;
  std::vector<GroupNumber> inherits;
  GroupNumber number = 0;                // of the group it becomes
  std::optional<std::string> best = {};  // rank of its best page, once somebody has asked
};

class Regroup {
 public:
  Regroup(const StateView& before, StateView& after, const TextChanges& changes,
          const Connections& connections, MetaRow& meta)
      : before_(before), after_(after), changes_(changes), connections_(connections), meta_(meta) {}

  Regrouping run() {
    for (const Component& component : connections_.components) claim(component);
    claim_shrunk_groups();
    inherit_from_walked_groups();
    inherit_from_emptied_groups();
    number_groups();
    for (const Claim& claim : claims_) settle(claim);
    take_out_gone_texts();
    update_sizes();
    return std::move(out_);
  }

 private:
  // A whole group inherits its own name. (In mode paper a text that went may have been a group.)
  void claim(const Component& component) {
    Claim& claim = claims_.emplace_back(Claim{&component, {}});
    for (GroupNumber group : component.groups) {
      whole_.insert(group);
      if (size_now(group) > 0) claim.inherits.push_back(group);
    }
  }

  // Groups with one remaining text that were not walked and that no text joined.
  void claim_shrunk_groups() {
    for (auto [group, lost] : connections_.lost) {
      const bool stands = is_stored(group) && !whole_.contains(group);
      if (!stands || connections_.walked.contains(group) || size_now(group) != 1) continue;
      claim(shrunk_.emplace_back(Component{{}, {group}}));
    }
  }

  uint64_t size_now(GroupNumber group) const {
    auto lost = connections_.lost.find(group);
    return before_.group_size(group) - (lost == connections_.lost.end() ? 0 : lost->second);
  }

  // --- who inherits which name ---

  // Of the parts of a group the one with more of its texts, then the one with the better page.
  void inherit_from_walked_groups() {
    std::map<GroupNumber, std::map<size_t, size_t>> shares;
    for (size_t i = 0; i < claims_.size(); ++i) {
      for (StoredTextId text : claims_[i].component->texts) {
        if (before_.group(text) != 0) ++shares[before_.group(text)][i];
      }
    }
    for (const auto& [group, parts] : shares) {
      auto better = [&](const auto& a, const auto& b) {
        if (a.second != b.second) return a.second > b.second;
        return best_rank(claims_[a.first]) < best_rank(claims_[b.first]);
      };
      auto part = std::min_element(parts.begin(), parts.end(), better);
      claims_[part->first].inherits.push_back(group);
    }
  }

  const std::string& best_rank(Claim& claim) const {
    if (claim.best) return *claim.best;
    std::string& out = claim.best.emplace();
    for (StoredTextId text : claim.component->texts) {
      auto standing = after_.best(0, text);
      if (standing && (out.empty() || standing->rank < out)) out = standing->rank;
    }
    return out;
  }

  // A component without a name takes that of a group that its pages left empty; of several such
  // components the one with the smallest page.
  void inherit_from_emptied_groups() {
    std::map<GroupNumber, std::pair<std::string, size_t>> successors;
    for (size_t i = 0; i < claims_.size(); ++i) {
      if (!claims_[i].inherits.empty()) continue;
      std::string by = founder(claims_[i]);
      for (StoredTextId text : claims_[i].component->texts) {
        for (const std::string& key : after_.pages_of(text)) {
          group_state::PageRow was = before_.page(key);
          if (!was.live() || !is_emptied(before_.group(was.text))) continue;
          auto at = successors.try_emplace(before_.group(was.text), by, i).first;
          at->second = std::min(at->second, {by, i});
        }
      }
    }
    for (const auto& [group, successor] : successors)
      claims_[successor.second].inherits.push_back(group);
  }

  // Whether all texts of the group left, and no component has inherited its name.
  bool is_emptied(GroupNumber group) const {
    auto lost = connections_.lost.find(group);
    return is_stored(group) && lost != connections_.lost.end() && size_now(group) == 0 &&
           !whole_.contains(group);
  }

  // REQUIRES: the groups of the component are those of one text.
  std::string founder(const Claim& claim) const {
    std::vector<StoredTextId> texts = claim.component->texts;
    for (GroupNumber group : claim.inherits) {
      if (group_state::is_lone(group)) texts.push_back(group_state::lone_text(group));
    }
    std::string out;
    for (StoredTextId text : texts) {
      for (const std::string& key : after_.pages_of(text)) {
        if (out.empty() || key < out) out = key;
      }
    }
    return out;
  }

  // The only text of a component, if it has one alone.
  std::optional<StoredTextId> only_text(const Component& component) const {
    size_t texts = component.texts.size();
    for (GroupNumber group : component.groups) texts += size_now(group);
    if (texts != 1) return std::nullopt;
    if (!component.texts.empty()) return component.texts[0];
    for (GroupNumber group : component.groups) {
      for (StoredTextId text : before_.members(group)) {
        if (changes_.live(before_, text)) return text;
      }
    }
    return std::nullopt;
  }

  // A component takes the number of its largest stored group, of equal ones the oldest. New groups
  // get the next numbers in the order of their founders.
  void number_groups() {
    std::map<std::string, Claim*> founders;
    for (Claim& claim : claims_) {
      if (auto text = only_text(*claim.component)) {
        claim.number = group_state::lone_group(*text);
        continue;
      }
      for (GroupNumber group : claim.inherits) {
        if (is_stored(group) && (claim.number == 0 || larger(group, claim.number))) {
          claim.number = group;
        }
      }
      if (claim.number == 0) founders[founder(claim)] = &claim;
    }
    for (auto& [founder, claim] : founders) {
      claim->number = ++meta_.groups;
      after_.set_group_row(claim->number, {founder, meta_.round, 0, {}});
    }
  }

  bool larger(GroupNumber a, GroupNumber b) const {
    return std::tuple(before_.group_size(b), a) < std::tuple(before_.group_size(a), b);
  }

  // --- what is stored ---

  void settle(const Claim& claim) {
    for (StoredTextId text : claim.component->texts) {
      GroupNumber old = before_.group(text);
      move(text, claim.number);
      if (claim.inherits.empty() && old != 0) {
        out_.split.emplace(before_.group_name(old), after_.group_name(claim.number));
      }
    }
    for (GroupNumber group : claim.inherits) {
      if (group != claim.number) merge(group, claim.number);
    }
  }

  void move(StoredTextId text, GroupNumber group) {
    if (before_.group(text) == group) return;
    after_.set_group(text, group);
    out_.moved.insert(text);
    ++size_change_[group];
    if (before_.group(text) != 0) --size_change_[before_.group(text)];
  }

  // Moves the texts, the unverified pages and a pending walk of a group to another one, and makes
  // its name an alias.
  void merge(GroupNumber group, GroupNumber into) {
    if (!connections_.walked.contains(group)) {
      for (StoredTextId text : before_.members(group)) {
        if (changes_.live(before_, text)) move(text, into);
      }
    }
    const std::string name = before_.group_name(group), means = after_.group_name(into);
    out_.merged[name] = means;
    after_.add_alias(name, means);
    std::optional<group_state::GroupRow> away = after_.group_row(group),
                                         row = after_.group_row(into);
    after_.end_group(group);
    if (!row || !away) return;
    row->unverified.merge(away->unverified);
    after_.set_group_row(into, *row);
    if (connections_.put_off.contains(group)) after_.set_stale(into, true);
  }

  void take_out_gone_texts() {
    for (StoredTextId text : changes_.gone) {
      after_.set_group(text, 0);
      out_.moved.insert(text);
      --size_change_[before_.group(text)];
    }
  }

  void update_sizes() {
    for (auto [group, change] : size_change_) {
      std::optional<group_state::GroupRow> row = after_.group_row(group);
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
  const Connections& connections_;
  MetaRow& meta_;

  std::deque<Component> shrunk_;
  std::vector<Claim> claims_;
  std::set<GroupNumber> whole_;  // groups that stand in a component as one
  std::map<GroupNumber, int64_t> size_change_;
  Regrouping out_;
};

}  // namespace

Regrouping regroup(const StateView& before, StateView& after, const TextChanges& changes,
                   const Connections& connections, MetaRow& meta) {
  return Regroup(before, after, changes, connections, meta).run();
}

}  // namespace doppel::rounds
