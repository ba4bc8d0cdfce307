// Tested by market_change_test.cc.
#include "market_change/market_plan.h"

#include <algorithm>
#include <set>

namespace doppel::market_change {
namespace {

using group::Market, group::MarketId;

// The position of the market of that name; the number of markets if there is none.
size_t find(const std::vector<Market>& markets, const std::string& name) {
  const auto at = std::find_if(markets.begin(), markets.end(),
                               [&](const Market& market) { return market.name == name; });
  return static_cast<size_t>(at - markets.begin());
}

std::set<std::string> fields_of(const std::vector<Market>& markets) {
  std::set<std::string> out;
  for (const Market& market : markets) {
    for (const group::MarketRule& rule : market.rules) {
      if (!rule.field.empty()) out.insert(rule.field);
    }
  }
  return out;
}

}  // namespace

MarketPlan plan_markets(const group_state::Rules& before, std::vector<Market> markets,
                        group::MarketNumber next) {
  MarketPlan out{.before = before, .after = before, .origins = {size_t{0}}, .next = next};
  out.after.markets = std::move(markets);
  out.after.numbers.clear();
  for (size_t i = 0; i < out.after.markets.size(); ++i) {
    const size_t was = find(before.markets, out.after.markets[i].name);
    const auto old = static_cast<MarketId>(was + 1);
    const bool known = was < before.markets.size();
    if (known && before.markets[was] == out.after.markets[i]) {
      out.after.numbers.push_back(before.number(old));
      out.origins.emplace_back(old);
      continue;
    }
    out.after.numbers.push_back(out.next++);
    out.origins.emplace_back(std::nullopt);
    out.built.push_back({static_cast<MarketId>(i + 1), known ? old : MarketId{0}, !known});
  }
  for (const Market& market : before.markets) {
    const bool stays = find(out.after.markets, market.name) < out.after.markets.size();
    if (!stays) out.removed.push_back(market.name);
  }
  return out;
}

std::vector<std::string> new_fields(const MarketPlan& plan) {
  const std::set<std::string> old = fields_of(plan.before.markets);
  std::vector<std::string> out;
  for (const std::string& field : fields_of(plan.after.markets)) {
    if (!old.contains(field)) out.push_back(field);
  }
  return out;
}

}  // namespace doppel::market_change
