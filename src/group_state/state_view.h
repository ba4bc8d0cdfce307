// The state of the groups as a round sees it: typed reads and writes over rows.
//
// A round has two views: the state before it, which it never changes, and the state after it, whose
// changes become one batch. What a view says about a page, a text or a group depends on that view
// alone, so the events of a round are the difference of its two views.
//
// Facts that are not stored for a page alone in its group (keys.h) are derived here, so that
// callers need not distinguish the two cases.
//
// Cost: a row look-up for each call, unless said otherwise. The facts that are needed for every
// candidate of a probe (its group, for which text it is removed) come from a dense table in memory.
// A page alone in its group, to which no other page leads, takes no scan. Errors: as in row_view.h.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/keyed_hash.h"
#include "group_state/row_view.h"
#include "group_state/rows.h"
#include "group_state/rules.h"
#include "group_state/state_facts.h"

namespace doppel::group_state {

class StateView {
  using MarketId = group::MarketId;

 public:
  // REQUIRES: the rules outlive the view.
  StateView(std::shared_ptr<const store::Snapshot> base, std::shared_ptr<const StateFacts> facts,
            const Rules& rules)
      : rows_(std::move(base)),
        facts_(std::move(facts)),
        rules_(&rules),
        known_(std::make_shared<Known>()),
        removed_for_(markets()) {
    for (size_t m = 0; m < markets(); ++m) {
      stored_removals_.push_back(facts_->texts.removed_for(number(static_cast<MarketId>(m))));
    }
  }

  // The same rows under other rules; both views share what they have read. REQUIRES: this view has
  // no changes; the rules outlive the other view.
  StateView under(const Rules& rules) const {
    StateView out(*this);
    out.rules_ = &rules;
    out.removed_for_.assign(out.markets(), {});
    out.stored_removals_.clear();
    for (size_t m = 0; m < out.markets(); ++m) {
      out.stored_removals_.push_back(
          facts_->texts.removed_for(out.number(static_cast<MarketId>(m))));
    }
    return out;
  }

  // Markets, the neutral one included; numbers run from 0 to markets() - 1.
  size_t markets() const { return rules_->markets.size() + 1; }
  std::string_view market_name(group::MarketId market) const {
    return market == 0 ? group::kNeutral : std::string_view(rules_->markets[market - 1].name);
  }

  MetaRow meta() const { return rows_.row<MetaRow>("z").value_or(MetaRow{}); }

  // --- pages ---
  // The row joined with the touches of the page; an empty row if there is none. Valid as long as
  // the view, and until the row is set.
  const PageRow& page(std::string_view key) const;
  // A row of the table as it was scanned, joined with the touches of its page.
  PageRow joined(PageRow row) const {
    facts_->touches.join_into(row);
    return row;
  }
  // Reads the rows of many pages at once, before they are asked for. REQUIRES: ascending keys.
  void prefetch_pages(std::span<const std::string_view> keys) const;
  // Replaces the row and what follows from it alone: redirects to a page, names of a canonical.
  // Returns the new row. REQUIRES: old is the view's row. PageRow::incoming of the pages it leads
  // to is updated by settle_incoming(), which must be called after all rows are set.
  const PageRow& set_page(std::string_view key, const PageRow& old, PageRow row);
  void settle_incoming();
  // The page is as it was, but its newest event or the last time it was seen are those of `seen`.
  // The view shows it only after the batch is written. REQUIRES: the page has a row.
  void touch(const PageRow& seen) {
    touches_.push_back({seen.number, seen.version, seen.last_seen});
  }
  // Pages that redirect to this address, known or not, in one step.
  std::vector<std::string> redirecting_to(std::string_view key) const;
  // Is the page named as canonical by a live page of its domain?
  // REQUIRES, as for rank(): row is the view's row of the page, and live.
  bool named(std::string_view key, const PageRow& row) const;
  std::string rank(group::MarketId market, std::string_view key, const PageRow& row) const;
  // All pages that are present, by key URL: the whole table. REQUIRES: the view has no changes.
  std::vector<std::string> present_pages() const;

  // --- texts ---
  const TextRow& text_row(StoredTextId text) const;
  // Reads the rows of many texts at once. REQUIRES: ascending.
  void prefetch_texts(std::span<const StoredTextId> texts) const;
  void set_text_row(StoredTextId text, const TextRow& row);
  // The live pages of a text, in the neutral winner order.
  std::vector<std::string> pages_of(StoredTextId text) const;
  // The best live page of a text and its rank; nothing for a text without one.
  struct Standing {
    std::string rank, page;
  };
  std::optional<Standing> best(group::MarketId market, StoredTextId text) const;
  // Rows of table s, for texts with several pages: update_standings() in text_changes.h keeps them.
  void add_standing(group::MarketId market, StoredTextId text, const std::string& rank,
                    std::string_view key);
  void remove_standing(group::MarketId market, StoredTextId text, const std::string& rank);

  // 0: no live page has the text.
  GroupNumber group(StoredTextId text) const;
  // Moves a text; 0 takes it out. Does not touch group rows.
  void set_group(StoredTextId text, GroupNumber group);
  // The same for a text that no stored group has or had: there are no rows to change.
  void set_group_alone(StoredTextId text, bool living) {
    groups_[text] = living ? lone_group(text) : 0;
  }

  // --- kept and removed ---
  std::optional<StoredTextId> removed_for(group::MarketId market, StoredTextId text) const;
  std::optional<CoverRow> cover(group::MarketId market, StoredTextId text) const;
  void set_removed(group::MarketId market, StoredTextId text, const CoverRow& row);
  void set_kept(group::MarketId market, StoredTextId text);
  // The texts removed for this one, by id.
  std::vector<StoredTextId> covered_by(group::MarketId market, StoredTextId kept) const;

  // --- groups ---
  // "" and 0 if there is no such group.
  std::string group_name(GroupNumber group) const;
  uint64_t group_size(GroupNumber group) const;  // in texts
  // nullopt for a group of one text, which has no row.
  std::optional<GroupRow> group_row(GroupNumber group) const;
  void set_group_row(GroupNumber group, const GroupRow& row);
  // A stored group ends.
  void end_group(GroupNumber group);
  std::vector<StoredTextId> members(GroupNumber group) const;
  // Kept texts of a group in winner order, at most `limit`; the first is the winner's.
  std::vector<StoredTextId> kept_texts(group::MarketId market, GroupNumber group,
                                       size_t limit) const;
  void list_kept(group::MarketId market, GroupNumber group, const std::string& rank,
                 StoredTextId text);
  void unlist_kept(group::MarketId market, GroupNumber group, const std::string& rank);

  // Makes `name` an alias of `means`. REQUIRES: `means` is the name of a group.
  void add_alias(std::string_view name, std::string_view means);
  // The existing group that a name refers to, through any number of aliases; 0 if there is none.
  GroupNumber resolve(std::string_view name) const;
  // (alias, name it refers to), by alias. The names of existing groups are not aliases.
  std::vector<std::pair<std::string, std::string>> aliases() const;

  std::vector<GroupNumber> stale_groups() const;
  void set_stale(GroupNumber group, bool stale);

  bool changed() const {
    return !rows_.changes().empty() || !pages_.empty() || !texts_.empty() || !touches_.empty();
  }
  // All changes of the view as one batch, with the meta row; new pages and runs of touches take the
  // numbers that follow in it. The view is not used afterwards.
  store::Batch take_changes(MetaRow& meta);

  RowView& rows() { return rows_; }
  const RowView& rows() const { return rows_; }

 private:
  bool lives_alone(GroupNumber group) const {
    return is_lone(group) && this->group(lone_text(group)) == group;
  }
  // The group whose own name this is; 0: none.
  GroupNumber named_group(std::string_view name) const;

  // Most pages of a round are asked for several times, so their rows are decoded once. URLs come
  // from anywhere: the hash has a secret key.
  struct UrlHash : KeyedHash {
    using is_transparent = void;
  };
  using PageRows = std::unordered_map<std::string, PageRow, UrlHash, std::equal_to<>>;
  using TextRows = std::unordered_map<StoredTextId, TextRow>;
  struct Known {  // rows of the snapshot that were asked for
    PageRows pages;
    TextRows texts;
  };
  PageRow decoded_page(const std::optional<std::string>& bytes) const;
  void add_page_rows(MetaRow& meta, store::Batch& out);
  void add_text_rows(store::Batch& out);

  // Under which number the rows of a market are stored.
  group::MarketNumber number(MarketId market) const { return rules_->number(market); }

  RowView rows_;
  std::shared_ptr<const StateFacts> facts_;
  const Rules* rules_;
  std::vector<const TextFacts::RemovedFor*> stored_removals_;  // of facts_, by market
  std::shared_ptr<Known> known_;
  // Changes of this view. A page of which nothing is known and a text without pages have no row.
  PageRows pages_;
  TextRows texts_;
  std::vector<Touch> touches_;
  // Changes of facts_, and where this view has rows that are not in facts_.
  std::unordered_map<StoredTextId, GroupNumber> groups_;
  std::vector<std::map<StoredTextId, std::optional<StoredTextId>>> removed_for_;
  std::set<StoredTextId> new_covers_;
  bool stale_changed_ = false;
  struct IncomingChange {
    int64_t redirects = 0, names = 0;
  };
  std::map<std::string, IncomingChange, std::less<>> incoming_;  // not yet settled
};

}  // namespace doppel::group_state
