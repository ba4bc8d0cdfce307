#include "scenarios/laws.h"

#include <algorithm>
#include <map>
#include <set>

#include "group_state/page_status.h"
#include "scenarios/history.h"
#include "scenarios/oracle.h"

namespace doppel::scenarios {
namespace {

Predicate predicate_of(uint32_t seed) {
  constexpr Ratio kThresholds[] = {{4, 5}, {3, 5}, {1, 2}};
  Predicate out;
  out.rules.k = 1;
  out.threshold = kThresholds[seed % 3];
  return out;
}

group_state::Rules rules_of(uint32_t seed) {
  group_state::Rules out;
  out.markets = *group::parse_markets(universe_markets());
  if (seed % 4 == 3) out.rewalk_limit = 2;
  return out;
}

std::string place(uint32_t seed, size_t done, const std::string& what) {
  return "seed " + std::to_string(seed) + ", after " + std::to_string(done) + " events: " + what;
}

// Groups may be too large while some wait for their walk; kept and removed may not.
std::string difference(Truth expected, Truth found, bool stale) {
  if (stale) {
    for (Truth* truth : {&expected, &found}) {
      truth->partition.clear();
      truth->winners.clear();
      for (const auto& [key, state] : truth->pages) truth->partition[key] = "";
    }
  }
  if (expected == found) return "";
  return "from scratch:\n" + to_text(expected) + "the store:\n" + to_text(found);
}

// Version and times of a page are those of all its events, however they were delivered.
std::string other_times(const World& world, std::span<const Happening> history) {
  using group_state::PageEvent;
  struct Times {
    uint64_t version = 0;
    int64_t first = group_state::PageRow::kNever, last = -group_state::PageRow::kNever;
  };
  std::map<std::string, Times> expected;
  for (const Happening& happening : history) {
    const PageEvent& event = happening.event;
    Times& page = expected[event.key];
    const bool shows_a_state = event.kind <= PageEvent::Kind::kDelete;
    if (shows_a_state) page.version = std::max(page.version, event.version);
    const bool seen = event.kind < PageEvent::Kind::kDelete;
    if (seen) page.first = std::min(page.first, event.time_ms);
    if (seen || event.kind == PageEvent::Kind::kTouch) {
      page.last = std::max(page.last, event.time_ms);
    }
  }
  const group_state::StateView state = world.view();
  for (const auto& [key, page] : expected) {
    const group_state::PageRow& row = state.page(key);
    if (row.version != page.version || row.first_seen != page.first || row.last_seen != page.last) {
      return key + " has another version or other times than its events";
    }
  }
  return "";
}

using Texts = std::map<std::string, std::string>;  // of live pages

Texts live_texts(World& world, const Truth& truth) {
  Texts out;
  group_state::StateView state = world.view();
  for (const auto& [key, page] : truth.pages) {
    if (page == group_state::PageState::kLive) out[key] = world.text_of(state.page(key).text);
  }
  return out;
}

// Zhu et al. 5.2: a pair is missed only if one of its texts stayed without a probe.
std::string missed_pair(Oracle& oracle, const support::StateDump& dump, const Texts& texts,
                        const std::set<std::string>& may_have_stayed) {
  for (const auto& [a, left] : texts) {
    for (const auto& [b, right] : texts) {
      bool together = dump.pages.at(a).group == dump.pages.at(b).group;
      bool excused = may_have_stayed.contains(left) || may_have_stayed.contains(right);
      if (!together && !excused && oracle.pair(left, right)) {
        return a + " and " + b + " are a pair in two groups, and both were probed";
      }
    }
  }
  return "";
}

}  // namespace

std::string sound_law(uint32_t seed, size_t length, const Rounds& rounds) {
  return sound_law(seed, random_history(seed, length, rounds.pages), rounds);
}

std::string sound_law(uint32_t seed, std::span<const Happening> all, const Rounds& rounds) {
  const size_t length = all.size();
  Predicate predicate = predicate_of(seed);
  World world(predicate, rules_of(seed),
              {.shuffle = rounds.shuffle,
               .restart = rounds.restart,
               .on_disk = rounds.on_disk,
               .strategy = rounds.strategy,
               .bands = rounds.hot_limit ? Oracle::kHotBands : sketch::kSketchSlots,
               .hot_limit = rounds.hot_limit.value_or(512)});
  Oracle oracle(predicate, rounds.hot_limit);
  for (size_t done = 0; done < length;) {
    size_t count = std::min(rounds.events, length - done);
    auto part = all.subspan(done, count);
    Status applied = world.round({part.begin(), part.end()});
    done += count;
    if (!applied.ok()) return place(seed, done, applied.message());
    if (done >= length && !world.view().stale_groups().empty()) {
      Status again = world.round({});
      if (!again.ok()) return place(seed, done, again.message());
    }
    bool stale = !world.view().stale_groups().empty();
    std::string fault =
        difference(oracle.truth(all.first(done)), told(support::dump_state(world.view())), stale);
    if (!fault.empty()) return place(seed, done, fault);
    fault = other_times(world, all.first(done));
    if (!fault.empty()) return place(seed, done, fault);
    for (const std::string& other : world.faults()) return place(seed, done, other);
  }
  if (!world.view().stale_groups().empty()) return place(seed, length, "still stale");
  return "";
}

PaperOutcome paper_law(uint32_t seed, size_t length) {
  constexpr size_t kRound = 3;
  std::vector<Happening> history = random_history(seed, length);
  Predicate predicate = predicate_of(seed);
  group_state::Rules rules = rules_of(seed);
  rules.mode = group_state::Mode::kPaper;
  World world(predicate, rules, {});
  Oracle oracle(predicate);
  std::span<const Happening> all = history;
  PaperOutcome out;
  std::set<std::string> may_have_stayed;  // texts that came in a round with a stay, while they live
  for (size_t done = 0; done < length; done += kRound) {
    auto part = all.subspan(done, std::min(kRound, length - done));
    Status applied = world.round({part.begin(), part.end()});
    if (!applied.ok()) return {place(seed, done, applied.message())};
    out.probes_saved += world.counters().probes_saved;
    out.rewalks_saved += world.counters().rewalks_saved;
    for (const std::string& fault : world.faults()) return {place(seed, done, fault)};
    support::StateDump dump = support::dump_state(world.view());
    Truth truth = oracle.truth(all.first(std::min(done + kRound, length)));
    if (out.probes_saved + out.rewalks_saved == 0) {
      std::string fault = difference(truth, told(dump), false);
      if (!fault.empty()) return {place(seed, done, fault)};
    }
    if (told(dump).pages != truth.pages) return {place(seed, done, "other pages")};
    Texts texts = live_texts(world, truth);
    if (world.counters().probes_saved > 0) {
      for (const Happening& happening : part) {
        auto page = texts.find(happening.event.key);
        if (page != texts.end()) may_have_stayed.insert(page->second);
      }
    }
    std::erase_if(may_have_stayed, [&](const std::string& text) {
      return std::none_of(texts.begin(), texts.end(),
                          [&](const auto& page) { return page.second == text; });
    });
    std::string missed = missed_pair(oracle, dump, texts, may_have_stayed);
    if (!missed.empty()) return {place(seed, done, missed)};
    const group_state::GroupReader reader = world.state().reader();
    const auto neighbours = reader.neighbours()->view();
    for (const auto& [key, state] : truth.pages) {
      auto status = group_state::page_status(reader, {.key = key}, *neighbours, rules);
      if (!status) return {place(seed, done, status.error().message())};
      out.failed += status->verification_failed;
      if (!status->proof || status->verification_failed) continue;
      if (status->proof->level != Level::kNear) continue;
      const similarity::VerifiedPair told_pair{status->proof->similarity, status->proof->view};
      if (oracle.pair(texts[key], texts[status->proof->kept]) != told_pair) {
        return {place(seed, done, key + " is told as removed without proof")};
      }
    }
  }
  return out;
}

}  // namespace doppel::scenarios
