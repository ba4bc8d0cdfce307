// The state of the groups as a round sees it: typed reads and writes over rows.
//
// A round holds two: the state before it, which it never changes, and the state after it, whose
// changes become one batch. What either says of a page, a text or a group is a function of the view
// alone, so the events of a round are the difference of its two views.
//
// Cost: a row look-up each, unless said otherwise. What every candidate of a probe is asked (its
// group, whom it is removed for) comes from a dense table in memory. Errors: as in row_view.h.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "group/row_view.h"
#include "group/rows.h"
#include "group/rules.h"
#include "group/text_facts.h"

namespace doppel::group {

class StateView {
 public:
  StateView(std::shared_ptr<const store::Snapshot> base, const TextFacts& facts, const Rules& rules)
      : rows_(std::move(base)), facts_(&facts), rules_(&rules), removed_for_(markets()) {}

  // Markets, the neutral one included; numbers run from 0 to markets() - 1.
  size_t markets() const { return rules_->markets.size() + 1; }
  std::string_view market_name(MarketId market) const {
    return market == 0 ? kNeutral : std::string_view(rules_->markets[market - 1].name);
  }

  MetaRow meta() const { return rows_.row<MetaRow>("z").value_or(MetaRow{}); }
  void set_meta(const MetaRow& row) { rows_.put("z", row.encode()); }

  // --- pages ---
  PageRow page(std::string_view key) const;
  // Replaces the row and what follows from it alone: redirects to a page, names of a canonical.
  void set_page(std::string_view key, const PageRow& row);
  // Pages that redirect to this address, known or not, in one step.
  std::vector<std::string> redirecting_to(std::string_view key) const;
  // Is the page named as canonical by a live page of its domain?
  bool named(std::string_view key, const PageRow& row) const;
  // REQUIRES: row is the view's row of the page, and live.
  std::string rank(MarketId market, std::string_view key, const PageRow& row) const;
  // All pages that are present, by key URL: the whole table.
  std::vector<std::string> present_pages() const;

  // --- texts ---
  // The live pages of a text, in the neutral winner order.
  std::vector<std::string> pages_of(StoredTextId text) const;
  // The best live page of a text and its rank; nothing for a text without one.
  struct Standing {
    std::string rank, page;
  };
  std::optional<Standing> best(MarketId market, StoredTextId text) const;
  void stand(MarketId market, StoredTextId text, const std::string& rank, std::string_view key);
  void unstand(MarketId market, StoredTextId text, const std::string& rank);

  GroupNumber group(StoredTextId text) const;
  // Moves a text; 0 takes it out. Does not touch group rows.
  void set_group(StoredTextId text, GroupNumber group);

  // --- kept and removed ---
  std::optional<StoredTextId> removed_for(MarketId market, StoredTextId text) const;
  std::optional<CoverRow> cover(MarketId market, StoredTextId text) const;
  void set_removed(MarketId market, StoredTextId text, const CoverRow& row);
  void set_kept(MarketId market, StoredTextId text);
  // The texts removed for this one, by id.
  std::vector<StoredTextId> covered_by(MarketId market, StoredTextId kept) const;

  // --- groups ---
  std::optional<GroupRow> group_row(GroupNumber group) const;
  void set_group_row(GroupNumber group, const GroupRow& row);
  // A group that ends leaves its name to nobody, or as an alias to another.
  void end_group(GroupNumber group, std::string_view merged_into = {});
  std::vector<StoredTextId> members(GroupNumber group) const;
  // Kept texts of a group in winner order, at most `limit`; the first is the winner's.
  std::vector<StoredTextId> kept_texts(MarketId market, GroupNumber group, size_t limit) const;
  void list_kept(MarketId market, GroupNumber group, const std::string& rank, StoredTextId text);
  void unlist_kept(MarketId market, GroupNumber group, const std::string& rank);
  // The living group that a name means today, through any number of merges; 0: none.
  GroupNumber resolve(std::string_view name) const;
  // (name, name it was merged into), by name.
  std::vector<std::pair<std::string, std::string>> aliases() const;

  std::vector<GroupNumber> stale_groups() const;
  void set_stale(GroupNumber group, bool stale);

  RowView& rows() { return rows_; }
  const RowView& rows() const { return rows_; }

 private:
  RowView rows_;
  const TextFacts* facts_;
  const Rules* rules_;
  // Changes to what facts_ says.
  std::map<StoredTextId, GroupNumber> groups_;
  std::vector<std::map<StoredTextId, std::optional<StoredTextId>>> removed_for_;
};

}  // namespace doppel::group
