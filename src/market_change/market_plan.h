// Which markets of a store stay as they are, and which must be decided anew?
//
// A market is known by its name. One with the same name and the same rules keeps the number of its
// rows; any other gets a number that was never used. Thread safety: plain values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "group_state/rules.h"

namespace doppel::market_change {

struct MarketPlan {
  // A market whose rows are to be written.
  struct Built {
    group::MarketId market = 0;     // of `after`
    group::MarketId reference = 0;  // of `before`: what it was, neutral for a new market
    bool is_new = false;
  };

  group_state::Rules before, after;
  std::vector<Built> built;
  std::vector<std::string> removed;  // names of markets that are no more
  // Where each market of `after` was before, the neutral one first; nothing if it is built.
  std::vector<std::optional<size_t>> origins;
  group::MarketNumber next = 1;  // the next number that was never used

  // Whether only the order of markets in their file differs, or nothing.
  bool changes_nothing() const { return built.empty() && removed.empty(); }
};

// `next` is the first number that was never used.
MarketPlan plan_markets(const group_state::Rules& before, std::vector<group::Market> markets,
                        group::MarketNumber next);

// Fields that a rule of `after` reads and none of `before` did: the pages of a store do not have
// them yet.
std::vector<std::string> new_fields(const MarketPlan& plan);

}  // namespace doppel::market_change
