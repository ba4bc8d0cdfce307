// Every group that the round may have changed is spread over one or several components. It
// bequeaths its name to one of them; a component with several bequests takes the largest group's;
// one with none founds a group:
//
//   group 7 = {a b c d}  ->  {a b c x}   inherits 7
//                            {d}         inherits nothing: a new group, split from 7
//   group 9 = {e}  ----->    {e f y}     inherits 9 and 8: 8 was larger, 9 becomes an alias
//   group 8 = {f g} ---/
//
// Tested by the scenarios on names, aliases, merges and splits.
#include "group/regroup.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace doppel::group {
namespace {

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
    for (const Component& component : connections_.components) {
      claims_.push_back({&component, component.groups});
      whole_.insert(component.groups.begin(), component.groups.end());
    }
    inherit_from_walked_groups();
    inherit_from_emptied_groups();
    number_groups();
    for (const Claim& claim : claims_) settle(claim);
    take_out_gone_texts();
    update_sizes();
    return std::move(out_);
  }

 private:
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
    std::map<GroupNumber, std::pair<std::string, size_t>> heirs;
    for (size_t i = 0; i < claims_.size(); ++i) {
      if (!claims_[i].inherits.empty()) continue;
      std::string by = founder(claims_[i]);
      for (StoredTextId text : claims_[i].component->texts) {
        for (const std::string& key : after_.pages_of(text)) {
          PageRow was = before_.page(key);
          if (!was.live() || !is_emptied(before_.group(was.text))) continue;
          auto at = heirs.try_emplace(before_.group(was.text), by, i).first;
          at->second = std::min(at->second, {by, i});
        }
      }
    }
    for (const auto& [group, heir] : heirs) claims_[heir.second].inherits.push_back(group);
  }

  // Did all texts of the group go, and nothing take its place?
  bool is_emptied(GroupNumber group) const {
    auto lost = connections_.lost.find(group);
    return lost != connections_.lost.end() && size_before(group) == lost->second &&
           !whole_.contains(group);
  }

  uint64_t size_before(GroupNumber group) const {
    std::optional<GroupRow> row = before_.group_row(group);
    return row ? row->texts : 0;
  }

  std::string founder(const Claim& claim) const {
    std::string out;
    for (StoredTextId text : claim.component->texts) {
      for (const std::string& key : after_.pages_of(text)) {
        if (out.empty() || key < out) out = key;
      }
    }
    return out;
  }

  // The largest group gives its number, of equal ones the oldest. New groups count on by founder.
  void number_groups() {
    std::map<std::string, Claim*> founders;
    for (Claim& claim : claims_) {
      if (claim.inherits.empty()) {
        founders[founder(claim)] = &claim;
        continue;
      }
      auto larger = [&](GroupNumber a, GroupNumber b) {
        return std::tuple(size_before(b), a) < std::tuple(size_before(a), b);
      };
      claim.number = *std::min_element(claim.inherits.begin(), claim.inherits.end(), larger);
    }
    for (auto& [founder, claim] : founders) {
      claim->number = ++meta_.groups;
      after_.set_group_row(claim->number, {founder, meta_.round, 0, {}});
    }
  }

  // --- what is stored ---

  void settle(const Claim& claim) {
    std::string name = name_of(claim.number);
    for (StoredTextId text : claim.component->texts) {
      GroupNumber old = before_.group(text);
      if (claim.inherits.empty() && old != 0) out_.split.emplace(name_of(old), name);
      move(text, claim.number);
    }
    merge_into(claim);
  }

  void move(StoredTextId text, GroupNumber group) {
    if (before_.group(text) == group) return;
    after_.set_group(text, group);
    out_.moved.insert(text);
    ++size_change_[group];
    if (before_.group(text) != 0) --size_change_[before_.group(text)];
  }

  // A merged-away group leaves its texts, its doubts and its walk to the other, its name as an
  // alias.
  void merge_into(const Claim& claim) {
    std::optional<GroupRow> row = after_.group_row(claim.number);
    if (!row || claim.inherits.size() < 2) return;
    for (GroupNumber group : claim.inherits) {
      std::optional<GroupRow> away = after_.group_row(group);
      if (!away || group == claim.number) continue;
      if (!connections_.walked.contains(group)) {
        for (StoredTextId text : before_.members(group)) {
          if (changes_.live(before_, text)) move(text, claim.number);
        }
      }
      out_.merged[away->name()] = row->name();
      row->doubted.merge(away->doubted);
      after_.end_group(group, row->name());
      if (connections_.put_off.contains(group)) after_.set_stale(claim.number, true);
    }
    after_.set_group_row(claim.number, *row);
  }

  std::string name_of(GroupNumber group) const {
    std::optional<GroupRow> row = before_.group_row(group);
    if (!row) row = after_.group_row(group);
    return row ? row->name() : "";
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
  const Connections& connections_;
  MetaRow& meta_;

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

}  // namespace doppel::group
