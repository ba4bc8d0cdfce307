// Where texts stand, by a view of the state: what a source of neighbours asks for.
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
