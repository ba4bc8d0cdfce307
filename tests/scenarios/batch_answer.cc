#include "scenarios/batch_answer.h"

#include <algorithm>
#include <map>
#include <set>

#include "doppel/dedup.h"

namespace doppel::scenarios {
namespace {

using group::MarketId;

// The live pages of the store: the best of each text in the order of the market, then the others.
std::vector<std::string> live_pages(const group_state::StateView& state,
                                    const group_state::StateDump& dump, MarketId market) {
  std::map<std::string, std::string> best;  // by rank
  std::vector<std::string> others;
  for (const auto& [key, page] : dump.pages) {
    const group_state::PageRow row = state.page(key);
    if (!row.live()) continue;
    const auto standing = state.best(market, row.text);
    if (standing->page == key) {
      best[standing->rank] = key;
    } else {
      others.push_back(key);
    }
  }
  std::vector<std::string> out;
  for (const auto& [rank, key] : best) out.push_back(key);
  out.insert(out.end(), others.begin(), others.end());
  return out;
}

// Pages by group, as far as they share one with another.
std::set<std::set<std::string>> partition(const std::map<std::string, std::string>& group_of) {
  std::map<std::string, std::set<std::string>> groups;
  for (const auto& [page, group] : group_of) groups[group].insert(page);
  std::set<std::set<std::string>> out;
  for (const auto& [group, pages] : groups) {
    if (pages.size() > 1) out.insert(pages);
  }
  return out;
}

}  // namespace

std::vector<std::string> faults_beside_a_batch(World& world, const Predicate& predicate) {
  std::vector<std::string> out;
  const group_state::StateView state = world.view();
  const group_state::StateDump dump = group_state::dump_state(state);
  for (size_t m = 0; m < state.markets(); ++m) {
    const std::string market(state.market_name(static_cast<MarketId>(m)));
    const auto pages = live_pages(state, dump, static_cast<MarketId>(m));
    Deduplicator batch({.predicate = predicate, .strategy = Strategy::kScan, .threads = 1});
    for (const std::string& key : pages) batch.add(world.bytes_of(state.page(key).content));
    auto certificates = batch.finish();
    if (!certificates) return {"a batch failed: " + certificates.error().message()};
    std::map<std::string, group_state::Proof> expected, found;
    std::map<std::string, std::string> batch_groups, living_groups;
    for (const Certificate& c : *certificates) {
      // Of equal texts a store does not say how many shingles they have.
      const Similarity similarity = c.level == Level::kNear ? c.similarity : Similarity{};
      expected[pages[c.removed]] = {pages[c.kept], c.level, similarity};
      batch_groups[pages[c.removed]] = batch_groups[pages[c.kept]] = std::to_string(c.group);
    }
    for (const std::string& key : pages) {
      const auto& removed = dump.pages.at(key).removed;
      if (auto why = removed.find(market); why != removed.end()) found[key] = why->second;
      // Certificates name the groups of the pages they speak of.
      if (batch_groups.contains(key)) living_groups[key] = dump.pages.at(key).group;
    }
    if (found != expected) out.push_back("a batch removes other pages in market " + market);
    if (partition(living_groups) != partition(batch_groups)) {
      out.push_back("a batch in the order of market " + market + " has other groups");
    }
  }
  return out;
}

}  // namespace doppel::scenarios
