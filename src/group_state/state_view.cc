// Pages, texts, and who is kept; state_view_groups.cc has the groups.
//
// Tested by every scenario; group_work_test.cc counts what a page alone costs.
#include "group_state/state_view.h"

#include <algorithm>

#include "group_state/mutants.h"
#include "group_state/rank.h"
#include "group_state/touch_runs.h"

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

const PageRow& StateView::page(std::string_view key) const {
  rows_.count_read();
  if (auto changed = pages_.find(key); changed != pages_.end()) return changed->second;
  auto known = known_->pages.find(key);
  if (known == known_->pages.end()) {
    PageRow row = decoded_page(rows_.get_stored(Key('p').last(key).bytes()));
    known = known_->pages.emplace(key, std::move(row)).first;
  }
  return known->second;
}

PageRow StateView::decoded_page(const std::optional<std::string>& bytes) const {
  PageRow out = rows_.decode<PageRow>("p", bytes).value_or(PageRow{});
  facts_->touches.join_into(out);
  return out;
}

void StateView::prefetch_pages(std::span<const std::string_view> keys) const {
  std::vector<std::string> stored_keys;
  stored_keys.reserve(keys.size());
  for (std::string_view key : keys) {
    if (!known_->pages.contains(key)) stored_keys.push_back(Key('p').last(key));
  }
  const std::vector<std::string_view> views(stored_keys.begin(), stored_keys.end());
  const std::vector<std::optional<std::string>> found = rows_.get_stored(views);
  known_->pages.reserve(known_->pages.size() + views.size());
  for (size_t i = 0; i < views.size(); ++i) {
    known_->pages.emplace(views[i].substr(1), decoded_page(found[i]));
  }
}

const PageRow& StateView::set_page(std::string_view key, const PageRow& old, PageRow row) {
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
  return pages_.insert_or_assign(std::string(key), std::move(row)).first->second;
}

void StateView::settle_incoming() {
  for (const auto& [key, change] : incoming_) {
    if (change.redirects == 0 && change.names == 0) continue;
    PageRow row = page(key);
    row.incoming.redirects += static_cast<uint64_t>(change.redirects);
    row.incoming.names += static_cast<uint64_t>(change.names);
    pages_.insert_or_assign(key, std::move(row));
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

store::Batch StateView::take_changes(MetaRow& meta) {
  store::Batch out;
  write_touches(std::exchange(touches_, {}), meta.round, facts_->touches, rows_);
  // In key order: the batch need not be sorted.
  RowView::Changes changes = rows_.take_changes();
  auto add_until = [&](std::string_view end) {
    while (!changes.empty() && (end.empty() || changes.begin()->first < end)) {
      auto change = changes.extract(changes.begin());
      if (change.mapped()) {
        out.put(std::move(change.key()), *std::move(change.mapped()));
      } else {
        out.erase(std::move(change.key()));
      }
    }
  };
  add_until("p");
  add_page_rows(meta, out);
  add_until("t");
  add_text_rows(out);
  add_until("");
  out.put("z", meta.encode());
  return out;
}

void StateView::add_page_rows(MetaRow& meta, store::Batch& out) {
  std::vector<std::pair<std::string_view, PageRow*>> in_order;
  in_order.reserve(pages_.size());
  for (auto& [key, row] : pages_) in_order.emplace_back(key, &row);
  std::sort(in_order.begin(), in_order.end());
  for (auto& [key, row] : in_order) {
    if (row->nothing()) {
      out.erase(Key('p').last(key));
      continue;
    }
    if (row->number == 0) row->number = ++meta.pages;
    out.put(Key('p').last(key), row->encode());
  }
}

void StateView::add_text_rows(store::Batch& out) {
  std::vector<std::pair<StoredTextId, const TextRow*>> in_order;
  in_order.reserve(texts_.size());
  for (const auto& [text, row] : texts_) in_order.emplace_back(text, &row);
  std::sort(in_order.begin(), in_order.end());
  for (const auto& [text, row] : in_order) {
    if (row->pages == 0) {
      out.erase(Key('t').text(text));
    } else {
      out.put(Key('t').text(text), row->encode());
    }
  }
}

// --- texts ---

const TextRow& StateView::text_row(StoredTextId text) const {
  static const TextRow kNone;
  if (auto changed = texts_.find(text); changed != texts_.end()) return changed->second;
  if (facts_->texts.group(text) == 0) return kNone;
  rows_.count_read();
  auto known = known_->texts.find(text);
  if (known == known_->texts.end()) {
    auto row = rows_.decode<TextRow>("t", rows_.get_stored(Key('t').text(text).bytes()));
    known = known_->texts.emplace(text, std::move(row).value_or(TextRow{})).first;
  }
  return known->second;
}

void StateView::prefetch_texts(std::span<const StoredTextId> texts) const {
  std::vector<std::string> keys;
  std::vector<StoredTextId> missing;
  for (StoredTextId text : texts) {
    if (facts_->texts.group(text) == 0 || known_->texts.contains(text)) continue;
    keys.push_back(Key('t').text(text));
    missing.push_back(text);
  }
  const std::vector<std::string_view> views(keys.begin(), keys.end());
  const std::vector<std::optional<std::string>> found = rows_.get_stored(views);
  for (size_t i = 0; i < missing.size(); ++i) {
    auto row = rows_.decode<TextRow>("t", found[i]);
    known_->texts.emplace(missing[i], std::move(row).value_or(TextRow{}));
  }
}

void StateView::set_text_row(StoredTextId text, const TextRow& row) {
  texts_.insert_or_assign(text, row);
}

std::vector<std::string> StateView::pages_of(StoredTextId text) const {
  const TextRow& row = text_row(text);
  if (row.pages == 1) return {row.page};
  std::vector<std::string> out;
  if (row.pages == 0) return out;
  rows_.scan(Key('s').market(number(0)).text(text).bytes(),
             [&](std::string_view, std::string_view page) {
               out.emplace_back(page);
               return true;
             });
  return out;
}

std::optional<StateView::Standing> StateView::best(MarketId market, StoredTextId text) const {
  const TextRow& row = text_row(text);
  std::optional<Standing> out;
  if (row.pages == 1) {
    const PageRow& only = page(row.page);
    if (only.live()) out = {rank(market, row.page, only), row.page};
  } else if (row.pages > 1) {
    rows_.scan(Key('s').market(number(market)).text(text).bytes(),
               [&](std::string_view rank, std::string_view page) {
                 out = {std::string(rank), std::string(page)};
                 return false;
               });
  }
  return out;
}

void StateView::add_standing(MarketId market, StoredTextId text, const std::string& rank,
                             std::string_view key) {
  rows_.put(Key('s').market(number(market)).text(text).last(rank), std::string(key));
}

void StateView::remove_standing(MarketId market, StoredTextId text, const std::string& rank) {
  rows_.erase(Key('s').market(number(market)).text(text).last(rank));
}

GroupNumber StateView::group(StoredTextId text) const {
  auto changed = groups_.find(text);
  return changed != groups_.end() ? changed->second : facts_->texts.group(text);
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
  if (changed != removed_for_[market].end()) return changed->second;
  const TextFacts::RemovedFor* const stored = stored_removals_[market];
  const uint64_t kept = stored == nullptr ? TextFacts::kNobody : (*stored)[text.value];
  return kept == TextFacts::kNobody ? std::nullopt : std::optional(StoredTextId{kept});
}

std::optional<CoverRow> StateView::cover(MarketId market, StoredTextId text) const {
  if (!removed_for(market, text)) return std::nullopt;
  return rows_.row<CoverRow>(Key('c').market(number(market)).text(text).bytes());
}

void StateView::set_removed(MarketId market, StoredTextId text, const CoverRow& row) {
  set_kept(market, text);
  removed_for_[market][text] = row.kept;
  new_covers_.insert(row.kept);
  rows_.put(Key('c').market(number(market)).text(text), row.encode());
  rows_.put(Key('d').market(number(market)).text(row.kept).text(text), "");
}

void StateView::set_kept(MarketId market, StoredTextId text) {
  std::optional<StoredTextId> old = removed_for(market, text);
  if (!old) return;
  removed_for_[market][text] = std::nullopt;
  rows_.erase(Key('c').market(number(market)).text(text));
  rows_.erase(Key('d').market(number(market)).text(*old).text(text));
}

std::vector<StoredTextId> StateView::covered_by(MarketId market, StoredTextId kept) const {
  std::vector<StoredTextId> out;
  // Who is removed for a text is in its group.
  if (!is_stored(facts_->texts.group(kept)) && !new_covers_.contains(kept)) return out;
  rows_.scan(Key('d').market(number(market)).text(kept).bytes(),
             [&](std::string_view text, std::string_view) {
               out.push_back({number_at_end(text, 8)});
               return true;
             });
  return out;
}

}  // namespace doppel::group_state
