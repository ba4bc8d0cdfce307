// Groups, their names and their kept texts. A group of one text has no rows: its number is derived
// from the text's id, its only member is that text, and the text is kept in every market, because a
// text is only removed for another text of its group.
//
// Tested by every scenario; group_work_test.cc counts what a page alone costs.
#include "group_state/mutants.h"
#include "group_state/state_view.h"

namespace doppel::group_state {
namespace {

using group::MarketId;

std::string group_bytes(GroupNumber group) { return Key('\0').group(group).bytes().substr(1); }

}  // namespace

std::string StateView::group_name(GroupNumber group) const {
  if (is_lone(group)) return lives_alone(group) ? lone_name(lone_text(group)) : "";
  std::optional<GroupRow> row = group_row(group);
  return row ? row->name() : "";
}

uint64_t StateView::group_size(GroupNumber group) const {
  if (is_lone(group)) return lives_alone(group) ? 1 : 0;
  std::optional<GroupRow> row = group_row(group);
  return row ? row->texts : 0;
}

std::optional<GroupRow> StateView::group_row(GroupNumber group) const {
  if (!is_stored(group)) return std::nullopt;
  return rows_.row<GroupRow>(Key('g').group(group).bytes());
}

void StateView::set_group_row(GroupNumber group, const GroupRow& row) {
  rows_.put(Key('g').group(group), row.encode());
  rows_.put(Key('i').last(row.name()), group_bytes(group));
}

void StateView::end_group(GroupNumber group) {
  std::optional<GroupRow> row = group_row(group);
  if (!row) return;
  rows_.erase(Key('g').group(group));
  rows_.erase(Key('i').last(row->name()));
  set_stale(group, false);
}

std::vector<StoredTextId> StateView::members(GroupNumber group) const {
  if (lives_alone(group)) return {lone_text(group)};
  std::vector<StoredTextId> out;
  if (!is_stored(group)) return out;
  rows_.scan(Key('m').group(group).bytes(), [&](std::string_view text, std::string_view) {
    out.push_back({number_at_end(text, 8)});
    return true;
  });
  return out;
}

std::vector<StoredTextId> StateView::kept_texts(MarketId market, GroupNumber group,
                                                size_t limit) const {
  std::vector<StoredTextId> out;
  if (limit == 0) return out;
  if (lives_alone(group)) return {lone_text(group)};
  if (!is_stored(group)) return out;
  rows_.scan(Key('k').market(number(market)).group(group).bytes(),
             [&](std::string_view, std::string_view text) {
               out.push_back({number_at_end(text, 8)});
               return out.size() < limit;
             });
  return out;
}

void StateView::list_kept(MarketId market, GroupNumber group, const std::string& rank,
                          StoredTextId text) {
  if (!is_stored(group)) return;
  rows_.put(Key('k').market(number(market)).group(group).last(rank), Key('\0').text(text).bytes());
}

void StateView::unlist_kept(MarketId market, GroupNumber group, const std::string& rank) {
  if (is_stored(group)) rows_.erase(Key('k').market(number(market)).group(group).last(rank));
}

// --- names ---

// The name of a group of one text may be used again. Then it must not stay an alias, or two names
// would refer to each other.
void StateView::add_alias(std::string_view name, std::string_view means) {
  if (mutant(Mutant::kAliasLost)) return;
  rows_.put(Key('a').last(name), std::string(means));
  if (text_of_name(means)) rows_.erase(Key('a').last(means));
}

GroupNumber StateView::named_group(std::string_view name) const {
  if (auto text = text_of_name(name)) {
    const GroupNumber group = lone_group(*text);
    return lives_alone(group) ? group : 0;
  }
  std::optional<std::string> found = rows_.get(Key('i').last(name).bytes());
  return found ? number_at_end(*found, 8) : 0;
}

GroupNumber StateView::resolve(std::string_view name) const {
  std::string now(name);
  while (true) {
    if (GroupNumber group = named_group(now); group != 0) return group;
    std::optional<std::string> next = rows_.get(Key('a').last(now).bytes());
    if (!next) return 0;
    now = *std::move(next);
  }
}

std::vector<std::pair<std::string, std::string>> StateView::aliases() const {
  std::vector<std::pair<std::string, std::string>> out;
  rows_.scan("a", [&](std::string_view name, std::string_view means) {
    if (named_group(name) == 0) out.emplace_back(name, means);
    return true;
  });
  return out;
}

// --- groups that wait for their walk ---

std::vector<GroupNumber> StateView::stale_groups() const {
  std::vector<GroupNumber> out;
  if (facts_->texts.stale_groups().empty() && !stale_changed_) return out;
  rows_.scan("x", [&](std::string_view group, std::string_view) {
    out.push_back(number_at_end(group, 8));
    return true;
  });
  return out;
}

void StateView::set_stale(GroupNumber group, bool stale) {
  if (stale) {
    rows_.put(Key('x').group(group), "");
    stale_changed_ = true;
  } else if (stale_changed_ || facts_->texts.stale_groups().contains(group)) {
    rows_.erase(Key('x').group(group));
  }
}

}  // namespace doppel::group_state
