// What a state says: where a redirect ends, which group a page is in, why it is removed, who wins.
//
// Pure functions of a view. A redirect belongs to the group of the page it ends at. A page that has
// no text and leads to none (dead; a redirect to an unknown address or in a circle) belongs to a
// group named "<end>@0": it is not stored and has no winner.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/types.h"
#include "group/state_view.h"

namespace doppel::group {

// The way of a page through redirects, of any length.
struct Chain {
  std::vector<std::string> steps;  // from the page itself to the last page before the end
  std::string end;                 // where it ends; of a circle its smallest URL
  bool circle = false;
};
Chain follow(const StateView& state, std::string_view key);

// "" for a page that is absent.
std::string group_name(const StateView& state, std::string_view key);

// The proof of a removal.
struct Proof {
  std::string kept;
  Level level = Level::kNear;
  Similarity similarity;  // near only; left: the removed page; all zero: taken on trust

  friend bool operator==(const Proof&, const Proof&) = default;
};
// Nothing: kept. REQUIRES: row is the view's row of the page, and live.
std::optional<Proof> removal_proof(const StateView& state, MarketId market, std::string_view key,
                                   const PageRow& row);

// The first live page of a group; "" when the group is none.
std::string winner(const StateView& state, MarketId market, GroupNumber group);

}  // namespace doppel::group
