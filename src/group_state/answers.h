// Queries of a state: which group a page is in, why it is removed, who wins, where a redirect
// leads.
//
// A redirect belongs to the group of the page it ends at. A page that has no text and leads to none
// (dead; a redirect to an unknown address or in a circle) belongs to a group named "<end>@0": it is
// not stored and has no winner.
//
// The end of a chain of redirects, and the best page of a text, are looked up once for all pages
// that share them. So the answers about all pages cost a few rows for each, whatever the shape of
// their redirects. REQUIRES: the view does not change while this lives. Not thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "doppel/extract.h"
#include "doppel/types.h"
#include "group_state/chain_ends.h"
#include "group_state/state_view.h"

namespace doppel::group_state {

// The proof of a removal.
struct Proof {
  std::string kept;
  Level level = Level::kNear;
  Similarity similarity;    // near only; left: the removed page; all zero: taken on trust
  View view = View::kMain;  // near only: the view of these counts, if texts have two

  friend bool operator==(const Proof&, const Proof&) = default;
};

class Answers {
 public:
  explicit Answers(const StateView& state) : state_(state), ends_(state) {}

  const ChainEnd& end(std::string_view key) { return ends_.of(key); }

  // "" for a page that is absent.
  std::string group_name(std::string_view key, const PageRow& row);

  // nullopt if the page is kept. REQUIRES: row is the view's row of the page, and live.
  std::optional<Proof> removal_proof(group::MarketId market, std::string_view key,
                                     const PageRow& row);

  // The best live page of a text; "" for a text without one.
  const std::string& best_page(group::MarketId market, StoredTextId text) {
    return best(market, text).page;
  }

  // The first live page of a group; "" if there is no such group.
  std::string winner(group::MarketId market, GroupNumber group);

 private:
  struct Best {
    std::string page;
    Hash128 content;
  };
  const Best& best(group::MarketId market, StoredTextId text);

  const StateView& state_;
  ChainEnds ends_;
  std::map<const ChainEnd*, std::string> groups_;  // of pages that redirect
  std::map<std::pair<group::MarketId, StoredTextId>, Best> best_;
};

// The redirects of a page, step by step. The chain may have any length.
struct Chain {
  std::vector<std::string> steps;  // from the page itself to the last page before the end
  ChainEnd end;
};
Chain follow(const StateView& state, std::string_view key);

}  // namespace doppel::group_state
