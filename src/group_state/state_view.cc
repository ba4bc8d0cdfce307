// Pages, texts, and who is kept; state_view_groups.cc has the groups.
//
// Tested by every scenario; group_work_test.cc counts what a page alone costs.
#include "group_state/state_view.h"

#include "group_state/mutants.h"
#include "group_state/rank.h"

namespace doppel::group_state {
namespace {

using group::MarketId;

// A page that names itself needs no row to be found by.
bool names_another(std::string_view key, const PageRow& row) {
  return row.live() && !row.canonical.empty() && row.canonical != key;
}

std::string naming_key(std::string_view key, const PageRow& row) {
  return Key('n').column(row.canonical).column(row.domain).last(key);
}

}  // namespace

PageRow StateView::page(std::string_view key) const {
  return rows_.row<PageRow>(Key('p').last(key).bytes()).value_or(PageRow{});
}

void StateView::set_page(std::string_view key, const PageRow& old, const PageRow& row) {
  if (old.redirects()) {
    rows_.erase(Key('r').column(old.target).last(key));
    --incoming_[old.target].redirects;
  }
  if (names_another(key, old)) {
    rows_.erase(naming_key(key, old));
    --incoming_[old.canonical].names;
  }
  if (row.redirects()) {
    rows_.put(Key('r').column(row.target).last(key), "");
    ++incoming_[row.target].redirects;
  }
  if (names_another(key, row)) {
    rows_.put(naming_key(key, row), "");
    ++incoming_[row.canonical].names;
  }
  rows_.put(Key('p').last(key), row.encode());
}

void StateView::settle_incoming() {
  const std::string nothing = PageRow{}.encode();
  for (const auto& [key, change] : incoming_) {
    if (change.redirects == 0 && change.names == 0) continue;
    PageRow row = page(key);
    row.incoming.redirects += static_cast<uint64_t>(change.redirects);
    row.incoming.names += static_cast<uint64_t>(change.names);
    std::string bytes = row.encode();
    if (bytes == nothing) {
      rows_.erase(Key('p').last(key));
    } else {
      rows_.put(Key('p').last(key), std::move(bytes));
    }
  }
  incoming_.clear();
}

std::vector<std::string> StateView::redirecting_to(std::string_view key) const {
  std::vector<std::string> out;
  if (page(key).incoming.redirects == 0) return out;
  rows_.scan(Key('r').column(key).bytes(), [&](std::string_view page, std::string_view) {
    out.emplace_back(page);
    return true;
  });
  return out;
}

bool StateView::named(std::string_view key, const PageRow& row) const {
  if (row.domain.empty()) return false;
  if (row.canonical == key) return true;
  if (row.incoming.names == 0) return false;
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
  static const std::vector<group::MarketRule> no_rules;
  return rank_of(key, row, named(key, row),
                 market == 0 ? no_rules : rules_->markets[market - 1].rules);
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

store::Batch StateView::take_changes() {
  store::Batch out;
  RowView::Changes changes = rows_.take_changes();
  while (!changes.empty()) {
    auto change = changes.extract(changes.begin());
    if (change.mapped()) {
      out.put(std::move(change.key()), *std::move(change.mapped()));
    } else {
      out.erase(std::move(change.key()));
    }
  }
  return out;
}

// --- texts ---

TextRow StateView::text_row(StoredTextId text) const {
  if (facts_->group(text) == 0 && !new_texts_.contains(text)) return {};
  return rows_.row<TextRow>(Key('t').text(text).bytes()).value_or(TextRow{});
}

void StateView::set_text_row(StoredTextId text, const TextRow& row) {
  new_texts_.insert(text);
  if (row.pages == 0) {
    rows_.erase(Key('t').text(text));
  } else {
    rows_.put(Key('t').text(text), row.encode());
  }
}

std::vector<std::string> StateView::pages_of(StoredTextId text) const {
  const TextRow row = text_row(text);
  if (row.pages == 1) return {row.page};
  std::vector<std::string> out;
  if (row.pages == 0) return out;
  rows_.scan(Key('s').market(0).text(text).bytes(), [&](std::string_view, std::string_view page) {
    out.emplace_back(page);
    return true;
  });
  return out;
}

std::optional<StateView::Standing> StateView::best(MarketId market, StoredTextId text) const {
  const TextRow row = text_row(text);
  std::optional<Standing> out;
  if (row.pages == 1) {
    const PageRow only = page(row.page);
    if (only.live()) out = {rank(market, row.page, only), row.page};
  } else if (row.pages > 1) {
    rows_.scan(Key('s').market(market).text(text).bytes(),
               [&](std::string_view rank, std::string_view page) {
                 out = {std::string(rank), std::string(page)};
                 return false;
               });
  }
  return out;
}

void StateView::add_standing(MarketId market, StoredTextId text, const std::string& rank,
                             std::string_view key) {
  rows_.put(Key('s').market(market).text(text).last(rank), std::string(key));
}

void StateView::remove_standing(MarketId market, StoredTextId text, const std::string& rank) {
  rows_.erase(Key('s').market(market).text(text).last(rank));
}

GroupNumber StateView::group(StoredTextId text) const {
  auto changed = groups_.find(text);
  return changed != groups_.end() ? changed->second : facts_->group(text);
}

void StateView::set_group(StoredTextId text, GroupNumber group) {
  const GroupNumber old = this->group(text);
  if (old == group) return;
  groups_[text] = group;
  if (is_stored(old)) rows_.erase(Key('m').group(old).text(text));
  if (is_stored(group)) rows_.put(Key('m').group(group).text(text), "");
  if (group == 0) return set_text_row(text, {});
  TextRow row = text_row(text);
  const GroupNumber stored = is_stored(group) ? group : 0;
  if (row.group == stored) return;
  row.group = stored;
  set_text_row(text, row);
}

// --- kept and removed ---

std::optional<StoredTextId> StateView::removed_for(MarketId market, StoredTextId text) const {
  auto changed = removed_for_[market].find(text);
  return changed != removed_for_[market].end() ? changed->second
                                               : facts_->removed_for(market, text);
}

std::optional<CoverRow> StateView::cover(MarketId market, StoredTextId text) const {
  if (!removed_for(market, text)) return std::nullopt;
  return rows_.row<CoverRow>(Key('c').market(market).text(text).bytes());
}

void StateView::set_removed(MarketId market, StoredTextId text, const CoverRow& row) {
  set_kept(market, text);
  removed_for_[market][text] = row.kept;
  new_covers_.insert(row.kept);
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
  // Who is removed for a text is in its group.
  if (!is_stored(facts_->group(kept)) && !new_covers_.contains(kept)) return out;
  rows_.scan(Key('d').market(market).text(kept).bytes(),
             [&](std::string_view text, std::string_view) {
               out.push_back({number_at_end(text, 8)});
               return true;
             });
  return out;
}

}  // namespace doppel::group_state
