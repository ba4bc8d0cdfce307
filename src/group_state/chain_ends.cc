// A chain is followed until its end is known, and the end is stored for every page on it:
//
//   a -> b -> c -> d        asked for a: d, and b and c know it too
//   x -> b                  asked for x: two rows are read, x and none after b
//   p -> q -> r -> q        asked for p: q is on the chain already, so q and r are a circle
//
// Tested by chain_ends_test.cc and, with whole rounds, by group_work_test.cc.
#include "group_state/chain_ends.h"

#include "group_state/mutants.h"

namespace doppel::group_state {

const ChainEnd& ChainEnds::of(std::string_view key) {
  std::vector<Known::iterator> way;
  std::string at(key);
  const ChainEnd* end = nullptr;
  while (end == nullptr) {
    auto [known, is_new] = known_.try_emplace(at, nullptr);
    if (!is_new) {
      end = known->second != nullptr ? known->second : circle(way, known);
      break;
    }
    way.push_back(known);
    PageRow row = state_.page(at);
    const bool stops =
        mutant(Mutant::kRedirectsIgnored) || (mutant(Mutant::kRedirectsOneDeep) && way.size() > 1);
    if (stops || !row.redirects()) {
      end = &ends_.emplace_back(ChainEnd{at, false});
    } else {
      at = std::move(row.target);
    }
  }
  for (Known::iterator step : way) step->second = end;
  return *end;
}

const ChainEnd* ChainEnds::circle(const std::vector<Known::iterator>& way, Known::iterator again) {
  auto smallest = again;
  for (auto step = way.rbegin(); *step != again; ++step) {
    if ((*step)->first < smallest->first) smallest = *step;
  }
  return &ends_.emplace_back(ChainEnd{smallest->first, true});
}

}  // namespace doppel::group_state
