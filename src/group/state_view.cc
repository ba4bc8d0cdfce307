#include "group/state_view.h"

#include "group/mutants.h"
#include "group/rank.h"

namespace doppel::group {
namespace {

std::string group_bytes(GroupNumber group) { return Key('\0').group(group).bytes().substr(1); }

}  // namespace

PageRow StateView::page(std::string_view key) const {
  return rows_.row<PageRow>(Key('p').last(key).bytes()).value_or(PageRow{});
}

void StateView::set_page(std::string_view key, const PageRow& row) {
  PageRow old = page(key);
  if (old.redirects()) rows_.erase(Key('r').column(old.target).last(key));
  if (old.live() && !old.canonical.empty()) {
    rows_.erase(Key('n').column(old.canonical).column(old.domain).last(key));
  }
  if (row.redirects()) rows_.put(Key('r').column(row.target).last(key), "");
  if (row.live() && !row.canonical.empty()) {
    rows_.put(Key('n').column(row.canonical).column(row.domain).last(key), "");
  }
  rows_.put(Key('p').last(key), row.encode());
}

std::vector<std::string> StateView::redirecting_to(std::string_view key) const {
  std::vector<std::string> out;
  rows_.scan(Key('r').column(key).bytes(), [&](std::string_view page, std::string_view) {
    out.emplace_back(page);
    return true;
  });
  return out;
}

bool StateView::named(std::string_view key, const PageRow& row) const {
  if (row.domain.empty()) return false;
  Key prefix = Key('n').column(key);
  if (!mutant(Mutant::kCanonicalFromAnywhere)) prefix.column(row.domain);
  bool found = false;
  rows_.scan(prefix.bytes(), [&](std::string_view, std::string_view) {
    found = true;
    return false;
  });
  return found;
}

std::string StateView::rank(MarketId market, std::string_view key, const PageRow& row) const {
  static const std::vector<MarketRule> kNone;
  return rank_of(key, row, named(key, row),
                 market == 0 ? kNone : rules_->markets[market - 1].rules);
}

std::vector<std::string> StateView::present_pages() const {
  std::vector<std::string> out;
  rows_.scan("p", [&](std::string_view key, std::string_view value) {
    std::optional<PageRow> row = PageRow::decode(value);
    if (row && row->present()) out.emplace_back(key);
    return true;
  });
  return out;
}

std::vector<std::string> StateView::pages_of(StoredTextId text) const {
  std::vector<std::string> out;
  rows_.scan(Key('s').market(0).text(text).bytes(), [&](std::string_view, std::string_view page) {
    out.emplace_back(page);
    return true;
  });
  return out;
}

std::optional<StateView::Standing> StateView::best(MarketId market, StoredTextId text) const {
  std::optional<Standing> out;
  rows_.scan(Key('s').market(market).text(text).bytes(),
             [&](std::string_view rank, std::string_view page) {
               out = {std::string(rank), std::string(page)};
               return false;
             });
  return out;
}

void StateView::stand(MarketId market, StoredTextId text, const std::string& rank,
                      std::string_view key) {
  rows_.put(Key('s').market(market).text(text).last(rank), std::string(key));
}

void StateView::unstand(MarketId market, StoredTextId text, const std::string& rank) {
  rows_.erase(Key('s').market(market).text(text).last(rank));
}

GroupNumber StateView::group(StoredTextId text) const {
  auto changed = groups_.find(text);
  return changed != groups_.end() ? changed->second : facts_->group(text);
}

void StateView::set_group(StoredTextId text, GroupNumber group) {
  GroupNumber old = this->group(text);
  if (old == group) return;
  groups_[text] = group;
  if (old != 0) rows_.erase(Key('m').group(old).text(text));
  if (group == 0) {
    rows_.erase(Key('t').text(text));
    return;
  }
  rows_.put(Key('m').group(group).text(text), "");
  rows_.put(Key('t').text(text), group_bytes(group));
}

std::optional<StoredTextId> StateView::removed_for(MarketId market, StoredTextId text) const {
  auto changed = removed_for_[market].find(text);
  return changed != removed_for_[market].end() ? changed->second
                                               : facts_->removed_for(market, text);
}

std::optional<CoverRow> StateView::cover(MarketId market, StoredTextId text) const {
  return rows_.row<CoverRow>(Key('c').market(market).text(text).bytes());
}

void StateView::set_removed(MarketId market, StoredTextId text, const CoverRow& row) {
  set_kept(market, text);
  removed_for_[market][text] = row.kept;
  rows_.put(Key('c').market(market).text(text), row.encode());
  rows_.put(Key('d').market(market).text(row.kept).text(text), "");
}

void StateView::set_kept(MarketId market, StoredTextId text) {
  std::optional<StoredTextId> old = removed_for(market, text);
  if (!old) return;
  removed_for_[market][text] = std::nullopt;
  rows_.erase(Key('c').market(market).text(text));
  rows_.erase(Key('d').market(market).text(*old).text(text));
}

std::vector<StoredTextId> StateView::covered_by(MarketId market, StoredTextId kept) const {
  std::vector<StoredTextId> out;
  rows_.scan(Key('d').market(market).text(kept).bytes(),
             [&](std::string_view text, std::string_view) {
               out.push_back({number_at_end(text, 8)});
               return true;
             });
  return out;
}

std::optional<GroupRow> StateView::group_row(GroupNumber group) const {
  return rows_.row<GroupRow>(Key('g').group(group).bytes());
}

void StateView::set_group_row(GroupNumber group, const GroupRow& row) {
  rows_.put(Key('g').group(group), row.encode());
  rows_.put(Key('i').last(row.name()), group_bytes(group));
}

void StateView::end_group(GroupNumber group, std::string_view merged_into) {
  std::optional<GroupRow> row = group_row(group);
  if (!row) return;
  rows_.erase(Key('g').group(group));
  rows_.erase(Key('i').last(row->name()));
  set_stale(group, false);
  if (!merged_into.empty() && !mutant(Mutant::kAliasLost)) {
    rows_.put(Key('a').last(row->name()), std::string(merged_into));
  }
}

std::vector<StoredTextId> StateView::members(GroupNumber group) const {
  std::vector<StoredTextId> out;
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
  rows_.scan(Key('k').market(market).group(group).bytes(),
             [&](std::string_view, std::string_view text) {
               out.push_back({number_at_end(text, 8)});
               return out.size() < limit;
             });
  return out;
}

void StateView::list_kept(MarketId market, GroupNumber group, const std::string& rank,
                          StoredTextId text) {
  rows_.put(Key('k').market(market).group(group).last(rank), Key('\0').text(text).bytes());
}

void StateView::unlist_kept(MarketId market, GroupNumber group, const std::string& rank) {
  rows_.erase(Key('k').market(market).group(group).last(rank));
}

GroupNumber StateView::resolve(std::string_view name) const {
  std::string now(name);
  while (auto next = rows_.get(Key('a').last(now).bytes())) now = *next;
  std::optional<std::string> found = rows_.get(Key('i').last(now).bytes());
  return found ? number_at_end(*found, 8) : 0;
}

std::vector<std::pair<std::string, std::string>> StateView::aliases() const {
  std::vector<std::pair<std::string, std::string>> out;
  rows_.scan("a", [&](std::string_view name, std::string_view into) {
    out.emplace_back(name, into);
    return true;
  });
  return out;
}

std::vector<GroupNumber> StateView::stale_groups() const {
  std::vector<GroupNumber> out;
  rows_.scan("x", [&](std::string_view group, std::string_view) {
    out.push_back(number_at_end(group, 8));
    return true;
  });
  return out;
}

void StateView::set_stale(GroupNumber group, bool stale) {
  if (stale) {
    rows_.put(Key('x').group(group), "");
  } else {
    rows_.erase(Key('x').group(group));
  }
}

}  // namespace doppel::group
