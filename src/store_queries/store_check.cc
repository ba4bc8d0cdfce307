// The checks are passes over the rows, each of which keeps a number for each page or text at most.
//
// Tested by store_test.cc: a store in which one row of each table was changed has a fault.
#include "store_queries/store_check.h"

#include <map>
#include <unordered_map>

#include "record/text_rows.h"
#include "store_queries/page_scan.h"
#include "store_queries/store_digest.h"
#include "store_queries/stored_pairs.h"

namespace doppel::store_queries {
namespace {

using group::MarketId;
using group_state::GroupNumber, group_state::Key, group_state::PageRow, group_state::StateView;

class Checker {
 public:
  Checker(const living_store::LivingStore& store, const ProgressFn& progress)
      : store_(store),
        view_(store.view()),
        progress_(progress),
        pairs_(store.settings(), *view_.words) {}

  Result<StoreCheck> run() {
    for (auto pass :
         {&Checker::check_pages, &Checker::check_counts, &Checker::check_texts,
          &Checker::check_groups, &Checker::check_derived_rows, &Checker::check_neighbours}) {
      if (Status s = (this->*pass)(); !s.ok()) return s;
    }
    for (size_t m = 0; m < markets(); ++m) {
      if (Status s = check_proofs(static_cast<MarketId>(m)); !s.ok()) return s;
    }
    auto digest = store_digest(view_, store_, 0);
    if (!digest) return digest.error();
    out_.digest = hexadecimal(*digest);
    return std::move(out_);
  }

 private:
  const group_state::Rules& rules() const { return view_.groups.rules(); }
  size_t markets() const { return rules().markets.size() + 1; }

  // A change of markets that was interrupted leaves rows of numbers that are not used, until the
  // store is opened for writing.
  bool is_used(group::MarketNumber number) const {
    for (size_t m = 0; m < markets(); ++m) {
      if (rules().number(static_cast<MarketId>(m)) == number) return true;
    }
    return false;
  }

  void fault(std::string what) {
    if (out_.faults.size() < kMostFaults) out_.faults.push_back(std::move(what));
  }

  Status advance(std::string_view unit) {
    constexpr uint64_t kEvery = 1024;
    if (++done_ % kEvery != 0 || !progress_) return {};
    return progress_({.phase = "check", .done = done_, .unit = unit}) ? Status() : cancelled();
  }

  // The bytes of each page, and what it says about others.
  Status check_pages() {
    std::string buffer;
    return for_each_page(view_, [&](std::string_view key, const PageRow& row) -> Status {
      if (Status s = advance("pages"); !s.ok()) return s;
      if (row.redirects()) ++redirects_[row.target];
      if (!row.live()) return {};
      ++out_.pages;
      ++pages_of_[row.text];
      if (!row.canonical.empty() && row.canonical != key) ++names_[row.canonical];
      auto text = view_.words->text_of_page(key, row.text, buffer);
      if (!text && text.error().code() != StatusCode::kCorrupt) return text.status();
      if (!text || living_store::content_of(*text) != row.content) {
        fault(std::string(key) + ": its text is missing, or not the one that it was stored with");
      }
      return {};
    });
  }

  Status check_counts() {
    size_t redirects = 0, names = 0;
    Status scanned = for_each_page(view_, [&](std::string_view key, const PageRow& row) -> Status {
      const std::string page(key);
      const auto count = [&](const std::unordered_map<std::string, uint64_t>& counts, size_t& met) {
        const auto at = counts.find(page);
        met += at != counts.end();
        return at == counts.end() ? uint64_t{0} : at->second;
      };
      if (row.incoming.redirects != count(redirects_, redirects) ||
          row.incoming.names != count(names_, names)) {
        fault(page + ": the counts of the pages that lead to it are wrong");
      }
      return {};
    });
    if (redirects != redirects_.size() || names != names_.size()) {
      fault("pages lead to addresses that have no row");
    }
    return scanned;
  }

  // The rows that follow from others: each is there, and there are no more of them.
  Status check_derived_rows() {
    expected_.clear();
    Status pages = for_each_page(view_, [&](std::string_view key, const PageRow& row) -> Status {
      const StateView state = view_.groups.view();
      if (row.redirects()) return expect(Key('r').column(row.target).last(key));
      if (!row.live()) return {};
      if (!row.canonical.empty() && row.canonical != key) {
        Status s = expect(Key('n').column(row.canonical).column(row.domain).last(key));
        if (!s.ok()) return s;
      }
      return pages_of_[row.text] > 1 ? expect_standings(state, key, row) : Status();
    });
    if (!pages.ok()) return pages;
    auto covered = view_.groups.rows()->seek("c", store::prefix_end("c"));
    for (; covered->valid(); covered->next()) {
      const auto row = group_state::CoverRow::decode(covered->value());
      if (!row) return corrupt("a row of table c is damaged");
      const group::MarketNumber market = group_state::market_in(covered->key());
      if (!is_used(market)) continue;
      const StoredTextId text{group_state::number_at_end(covered->key(), 8)};
      if (Status s = expect(Key('d').market(market).text(row->kept).text(text)); !s.ok()) return s;
    }
    for (char table : {'r', 'n', 's', 'd', 'k', 'm'}) {
      if (Status s = count_rows(table); !s.ok()) return s;
    }
    return covered->status();
  }

  Status expect(const Key& key) {
    ++expected_[key.bytes()[0]];
    auto found = view_.groups.rows()->get(key.bytes());
    if (!found) return found.status();
    if (!*found) fault(std::string("a row of table ") + key.bytes()[0] + " is missing");
    return {};
  }

  Status expect_standings(const StateView& state, std::string_view key, const PageRow& row) {
    for (size_t m = 0; m < markets(); ++m) {
      const auto market = static_cast<MarketId>(m);
      Status s = expect(Key('s')
                            .market(rules().number(market))
                            .text(row.text)
                            .last(state.rank(market, key, row)));
      if (!s.ok()) return s;
    }
    return {};
  }

  Status count_rows(char table) {
    const std::string prefix(1, table);
    auto at = view_.groups.rows()->seek(prefix, store::prefix_end(prefix));
    uint64_t rows = 0;
    const bool of_markets = std::string_view("sdk").find(table) != std::string_view::npos;
    for (; at->valid(); at->next()) {
      rows += !of_markets || is_used(group_state::market_in(at->key()));
    }
    const uint64_t expected = table == 'k' || table == 'm' ? listed_[table] : expected_[table];
    if (rows != expected) {
      fault("table " + prefix + " has " + std::to_string(rows) + " rows, and " +
            std::to_string(expected) + " are expected");
    }
    return at->status();
  }

  // Every signature is that of its text, and every text that pages have is there.
  Status check_texts() {
    auto at = view_.groups.rows()->seek("S", store::prefix_end("S"));
    const StateView state = view_.groups.view();
    uint64_t known = 0;
    for (; at->valid(); at->next()) {
      if (Status s = advance("texts"); !s.ok()) return s;
      const StoredTextId text{group_state::number_at_end(at->key(), 8)};
      const std::string name = "text " + std::to_string(text.value);
      const auto row = SignatureRow::decode(at->value());
      auto identity = pairs_.identity(text);
      if (!identity && identity.error().code() != StatusCode::kCorrupt) return identity.status();
      if (!row || !identity || row->identity != *identity) {
        fault(name + ": its signature is not that of its words");
      }
      const auto pages = pages_of_.find(text);
      if (pages == pages_of_.end()) {
        fault(name + ": no page has it");
        continue;
      }
      ++known;
      if (state.group(text) == 0) fault(name + ": it is in no group");
    }
    if (known < pages_of_.size()) {
      fault(std::to_string(pages_of_.size() - known) + " texts of pages have no signature");
    }
    return at->status();
  }

  Status check_groups() {
    std::unordered_map<GroupNumber, uint64_t> sizes;
    auto at = view_.groups.rows()->seek("t", store::prefix_end("t"));
    for (; at->valid(); at->next()) {
      const StoredTextId text{group_state::number_at_end(at->key(), 8)};
      const auto row = group_state::TextRow::decode(at->value());
      const auto pages = pages_of_.find(text);
      if (!row || pages == pages_of_.end() || row->pages != pages->second) {
        fault("text " + std::to_string(text.value) + ": the number of its pages is wrong");
      } else if (row->group != 0) {
        ++sizes[row->group];
      }
    }
    if (!at->status().ok()) return at->status();
    auto groups = view_.groups.rows()->seek("g", store::prefix_end("g"));
    uint64_t stored = 0;
    for (; groups->valid(); groups->next(), ++stored) {
      if (Status s = check_group(group_state::number_at_end(groups->key(), 8), sizes); !s.ok()) {
        return s;
      }
    }
    if (stored != sizes.size()) fault("texts belong to groups that do not exist");
    return groups->status();
  }

  Status check_group(GroupNumber group, const std::unordered_map<GroupNumber, uint64_t>& sizes) {
    const StateView state = view_.groups.view();
    const std::string name = state.group_name(group);
    const auto counted = sizes.find(group);
    const uint64_t size = counted == sizes.end() ? 0 : counted->second;
    if (size != state.group_size(group) || size != state.members(group).size() || size < 2) {
      fault("group " + name + ": its size is wrong");
    }
    if (state.resolve(name) != group) fault("group " + name + ": its name does not lead to it");
    group_state::Answers answers(state);
    listed_['m'] += size;
    for (size_t m = 0; m < markets(); ++m) {
      if (Status s = check_kept_list(state, static_cast<MarketId>(m), group); !s.ok()) return s;
      const std::string winner = answers.winner(static_cast<MarketId>(m), group);
      const PageRow& row = state.page(winner);
      if (!row.live() || state.group(row.text) != group ||
          answers.removal_proof(static_cast<MarketId>(m), winner, row)) {
        fault("group " + name + ": its winner is not a kept page of it");
      }
    }
    return state.rows().status();
  }

  // The kept texts of a group are listed under the ranks of their best pages.
  Status check_kept_list(const StateView& state, MarketId market, GroupNumber group) {
    for (StoredTextId text : state.members(group)) {
      const auto best = state.best(market, text);
      if (!best || state.removed_for(market, text)) continue;
      ++listed_['k'];
      auto row = view_.groups.rows()->get(
          Key('k').market(rules().number(market)).group(group).last(best->rank).bytes());
      if (!row) return row.status();
      if (!*row || group_state::number_at_end(**row, 8) != text.value) {
        fault("group " + state.group_name(group) + ": a kept text is not listed");
      }
    }
    return state.rows().status();
  }

  // Pairs that the index finds are inside groups, and at most one of the two texts is kept. Without
  // an index, and where walks wait or mode paper has saved some, this cannot be told.
  Status check_neighbours() {
    const auto reader = view_.groups.neighbours();
    const bool sound = store_.settings().mode == StoreMode::kSound;
    if (!reader || !sound) return {};
    const auto neighbours = reader->view();
    std::vector<StoredTextId> candidates;
    for (const auto& [text, pages] : pages_of_) {
      if (Status s = advance("texts"); !s.ok()) return s;
      candidates.clear();
      if (Status s = neighbours->candidates(text, candidates); !s.ok()) return s;
      for (StoredTextId other : candidates) {
        if (other <= text) continue;
        auto pair = pairs_.verify(text, other);
        if (!pair) return pair.status();
        if (*pair) check_pair(text, other);
      }
    }
    return {};
  }

  void check_pair(StoredTextId a, StoredTextId b) {
    const StateView state = view_.groups.view();
    const std::string both = "texts " + std::to_string(a.value) + " and " + std::to_string(b.value);
    if (state.group(a) != state.group(b)) fault(both + " form a pair, but not a group");
    for (size_t m = 0; m < markets(); ++m) {
      const auto market = static_cast<MarketId>(m);
      if (!state.removed_for(market, a) && !state.removed_for(market, b)) {
        fault(both + " form a pair, and both are kept in market " +
              std::string(state.market_name(market)));
      }
    }
  }

  Status check_proofs(MarketId market) {
    const StateView state = view_.groups.view();
    return for_each_live_page(view_, store_, market, [&](const ScannedPage& page) -> Status {
      if (Status s = advance("pages"); !s.ok()) return s;
      if (!page.proof) return {};
      ++out_.certificates;
      if (state.removed_for(market, page.kept_text)) {
        fault(std::string(page.key) + ": it is removed for a page that is itself removed");
      }
      if (page.proof->level != Level::kNear) {
        if (page.kept_text != page.row.text) {
          fault(std::string(page.key) + ": it does not have the words of the page kept");
        }
        return {};
      }
      auto pair = pairs_.verify(page.row.text, page.kept_text);
      if (!pair) return pair.status();
      const bool holds = *pair && (*pair)->similarity == page.proof->similarity &&
                         (*pair)->view == page.proof->view;
      if (!holds) fault(std::string(page.key) + ": its certificate does not hold");
      return {};
    });
  }

  const living_store::LivingStore& store_;
  const living_store::StoreView view_;
  const ProgressFn& progress_;
  StoredPairs pairs_;
  StoreCheck out_;
  uint64_t done_ = 0;
  std::unordered_map<StoredTextId, uint64_t> pages_of_;
  std::unordered_map<std::string, uint64_t> redirects_, names_;
  std::map<char, uint64_t> expected_, listed_;  // rows, by table
};

}  // namespace

Result<StoreCheck> check_store(const living_store::LivingStore& store, const ProgressFn& progress) {
  return Checker(store, progress).run();
}

}  // namespace doppel::store_queries
