// The rules of a store: what a round needs besides its events.
//
// Mode and markets belong to a store: a round with different ones is refused, because the stored
// rows were derived with them. market_change/market_plan.h exchanges the markets of a store.
#pragma once

#include <cstdint>
#include <vector>

#include "group/market.h"

namespace doppel::group_state {

enum class Mode : uint8_t {
  kSound,  // every changed text is probed: the kept set is a function of the present pages
  kPaper,  // Zhu et al. 5: a changed page that resembles its group's representative stays unprobed,
           // and a group that loses a text is not recomputed
};

struct Rules {
  Mode mode = Mode::kSound;
  std::vector<group::Market> markets;
  std::vector<group::MarketNumber> numbers = {};  // of these markets; empty: 1, 2, ...
  // A group of more texts that may have split is recomputed one round later.
  uint64_t rewalk_limit = 10'000;
  // A group with more pages whose removal could not be verified is recomputed.
  uint32_t repair_limit = 3;

  // Under which number the rows of a market are stored.
  group::MarketNumber number(group::MarketId market) const {
    return market == 0 || numbers.empty() ? market : numbers[market - 1];
  }
};

}  // namespace doppel::group_state
