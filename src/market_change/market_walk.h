// Decides the new markets of a store, group by group, and tells what moves.
//
// The groups are handed over in parts of a few thousand texts, so memory does not grow with the
// store; only a larger group is one part by itself. Cost: a few rows for each text that is not
// alone, in each market that is built; a group whose texts stand in the same order as before is
// copied, any other takes a probe for each kept text and a verification for each removed one,
// unless a certificate of another market proves the same pair.
// Errors: those of the store, the source and the callbacks. Thread safety: one thread.
#pragma once

#include <functional>
#include <string>

#include "group_state/answers.h"
#include "group_state/event.h"
#include "group_state/group_state.h"
#include "market_change/market_plan.h"
#include "similarity/neighbour_source.h"

namespace doppel::market_change {

// What moves: the winner of a group, or the verdict of a page.
struct Move {
  group::MarketId market = 0;  // of MarketPlan::after
  bool is_winner = false;
  std::string group, page;  // the page: the new winner, or whose verdict it is
  std::string was;  // the old winner; or what was kept instead of the page, "" if it was kept
  std::optional<group_state::Proof> proof;  // of a page that is removed now
};

group_state::Event event_of(const Move& move, const group_state::Rules& after);

struct WalkCallbacks {
  std::function<Status(const Move&)> on_move;
  // Called after each part; `now` has the rows of the part and is dropped afterwards.
  std::function<Status(group_state::StateView& now)> on_part;
};

// The reader is that of the last committed round, under the rules `before` of the plan.
Status walk_markets(const group_state::GroupReader& reader, const MarketPlan& plan,
                    similarity::NeighbourSource& source, const WalkCallbacks& callbacks);

}  // namespace doppel::market_change
