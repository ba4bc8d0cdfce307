#include "scenarios/batch_answer.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/decide.h"
#include "engine/memory_run.h"
#include "texts/text_store.h"
#include "texts/view_signer.h"

namespace doppel::scenarios {
namespace {

using group::MarketId;

// The live pages of the store: the best of each text in the order of the market, then the others.
std::vector<std::string> live_pages(const group_state::StateView& state,
                                    const support::StateDump& dump, MarketId market) {
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

// What a run decides over pages with these stored texts, the most preferred first. Inside the
// engine, because a Deduplicator takes plain texts only.
Result<group::Cover> batch_cover(const std::vector<std::string>& stored,
                                 const Predicate& predicate) {
  auto plan = engine::plan_memory_run({.predicate = predicate, .strategy = Strategy::kScan});
  if (!plan) return plan.error();
  corpus::DistinctTexts texts(*plan, std::make_unique<texts::MemoryTexts>());
  texts::ViewSigner signer(predicate.rules);
  std::vector<group::WinnerFacts> facts(stored.size());  // all alike: the place decides
  std::vector<TextId> ids;
  std::vector<FormId> forms;
  for (const std::string& text : stored) {
    const Hash128 words_hash = signer.identify(text);
    auto added = texts.add(text, words_hash, {.subject = signer.subject()}, {});
    if (!added) return added.error();
    ids.push_back(added->text);
    forms.push_back(added->form);
  }
  ThreadPool pool(1);
  ProgressMeter meter({});
  if (Status s = texts.complete(pool, [](uint64_t) { return Status(); }); !s.ok()) return s;
  auto decision = engine::decide({facts, ids, forms}, texts, *plan, pool, meter);
  if (!decision) return decision.error();
  return std::move(decision->cover);
}

}  // namespace

std::vector<std::string> faults_beside_a_batch(World& world, const Predicate& predicate) {
  std::vector<std::string> out;
  const group_state::StateView state = world.view();
  const support::StateDump dump = support::dump_state(state);
  for (size_t m = 0; m < state.markets(); ++m) {
    const std::string market(state.market_name(static_cast<MarketId>(m)));
    const auto pages = live_pages(state, dump, static_cast<MarketId>(m));
    std::vector<std::string> stored;
    for (const std::string& key : pages) stored.push_back(world.bytes_of(state.page(key).content));
    auto cover = batch_cover(stored, predicate);
    if (!cover) return {"a batch failed: " + cover.error().message()};
    std::map<std::string, group_state::Proof> expected, found;
    std::map<std::string, std::string> batch_groups, living_groups;
    for (size_t i = 0; i < pages.size(); ++i) {
      const auto& why = cover->removals[i];
      if (!why) continue;
      group_state::Proof& proof = expected[pages[i]];
      proof = {pages[why->kept.index()], why->level, {}};
      // Of equal texts a store does not say how many shingles they have.
      if (why->level != Level::kNear) continue;
      proof.similarity = why->similarity;
      proof.view = why->view;
    }
    for (size_t group = 0; group < cover->groups.size(); ++group) {
      for (PageId page : cover->groups[group]) {
        batch_groups[pages[page.index()]] = std::to_string(group);
      }
    }
    for (const std::string& key : pages) {
      const auto& removed = dump.pages.at(key).removed;
      if (auto why = removed.find(market); why != removed.end()) found[key] = why->second;
      // A page that is alone is in no group of a batch.
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
