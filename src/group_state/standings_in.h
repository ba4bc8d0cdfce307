// The positions of texts in the winner orders, from a view of the state, for a source of
// neighbours.
#pragma once

#include <string>

#include "group_state/state_view.h"
#include "similarity/neighbour_source.h"

namespace doppel::group_state {

class StandingsIn : public similarity::Standings {
 public:
  // The view must outlive this.
  explicit StandingsIn(const StateView& view) : view_(view) {}

  std::string rank(size_t market, StoredTextId text) const override {
    auto best = view_.best(static_cast<group::MarketId>(market), text);
    return best ? std::move(best->rank) : std::string();
  }

 private:
  const StateView& view_;
};

}  // namespace doppel::group_state
