// A group of 100,000 near-equal texts: a change that leaves the kept text alone, the death of the
// kept text, and the same answer from scratch. Then pages that resemble nothing: new, changed and
// unchanged ones.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <numeric>

#include "group/cover.h"
#include "group/text_removals.h"
#include "support/near_equal_texts.h"

namespace doppel::group {
namespace {

using support::LargeGroup;

constexpr uint32_t kSize = 100'000;

LargeGroup& large_group() {
  static LargeGroup group(kSize);
  return group;
}

// One text is changed in each iteration; a wrong answer or an extra verification ends the run.
void change_a_member(benchmark::State& state) {
  LargeGroup& group = large_group();
  uint32_t page = 1;
  for (auto _ : state) {
    if (group.change(page++ % kSize).verifications != 1) std::abort();
  }
  if (group.kept(1) != 1) std::abort();
}
BENCHMARK(change_a_member)->Unit(benchmark::kMillisecond)->Iterations(100);

void kill_a_member(benchmark::State& state) {
  LargeGroup& group = large_group();
  uint32_t page = kSize - 1;
  for (auto _ : state) {
    if (group.kill(page--).verifications != 0) std::abort();
  }
}
BENCHMARK(kill_a_member)->Unit(benchmark::kMillisecond)->Iterations(100);

void kill_the_kept_text(benchmark::State& state) {
  LargeGroup& group = large_group();
  uint32_t page = 0;
  for (auto _ : state) {
    if (group.kill(page++).verifications >= kSize) std::abort();
  }
  if (group.kept(page) != 1) std::abort();
}
BENCHMARK(kill_the_kept_text)->Unit(benchmark::kMillisecond)->Iterations(2);

// Pages that resemble nothing, as a crawler sends them: a canonical link to the page itself, a
// site. Rounds of 10,000, applied and committed to a store in memory.
class LonePages {
 public:
  static constexpr uint32_t kRound = 10'000;

  // The next 10,000 pages, which did not exist before.
  void add() {
    pages_ += kRound;
    round(pages_ - kRound, true);
  }
  // The first 10,000 pages get other texts.
  void change() { round(0, true); }
  // The first 10,000 pages are fetched again as they are.
  void see() { round(0, false); }

 private:
  void round(uint32_t first, bool new_texts) {
    ++version_;
    std::vector<group_state::PageEvent> events(kRound);
    for (uint32_t i = 0; i < kRound; ++i) {
      group_state::PageEvent& event = events[i];
      const uint32_t page = first + i;
      event.key = "https://www.shop-" + std::to_string(page % 997) + ".example/articles/2024/" +
                  std::to_string(page) + "-a-page-of-some-length.html";
      event.canonical = event.key;
      event.domain = "shop-" + std::to_string(page % 997) + ".example";
      event.version = version_;
      event.time_ms = static_cast<int64_t>(version_) * 1000;
      if (page >= texts_.size()) texts_.push_back({});
      if (new_texts) texts_[page] = {source_.size++};
      event.text = texts_[page];
      event.content.low = event.text.value;
    }
    auto done = rounds::apply_round(state_, events, source_, {});
    const uint64_t probes = new_texts ? kRound : 0;
    if (!done || done->counters.probes != probes || !state_.commit(done->changes).ok())
      std::abort();
  }

  store::MemoryStore store_;
  group_state::GroupState state_ = *group_state::GroupState::open(store_);
  support::NearEqualTexts source_ = strangers();
  std::vector<StoredTextId> texts_;
  uint32_t pages_ = 0;
  uint64_t version_ = 0;

  static support::NearEqualTexts strangers() {
    support::NearEqualTexts out;
    out.cap = 0;
    return out;
  }
};

// Microseconds of CPU time for each page of a round.
void count_pages(benchmark::State& state) {
  state.counters["us a page"] =
      benchmark::Counter(LonePages::kRound * 1e-6, benchmark::Counter::kIsIterationInvariantRate |
                                                       benchmark::Counter::kInvert);
}

void add_lone_pages(benchmark::State& state) {
  LonePages pages;
  for (auto _ : state) pages.add();
  count_pages(state);
}
BENCHMARK(add_lone_pages)->Unit(benchmark::kMillisecond)->Iterations(8);

void change_lone_pages(benchmark::State& state) {
  LonePages pages;
  for (int i = 0; i < 4; ++i) pages.add();
  for (auto _ : state) pages.change();
  count_pages(state);
}
BENCHMARK(change_lone_pages)->Unit(benchmark::kMillisecond)->Iterations(8);

void see_unchanged_pages(benchmark::State& state) {
  LonePages pages;
  for (int i = 0; i < 4; ++i) pages.add();
  for (auto _ : state) pages.see();
  count_pages(state);
}
BENCHMARK(see_unchanged_pages)->Unit(benchmark::kMillisecond)->Iterations(8);

// The one-shot cover, with the pairs already found.
void from_scratch(benchmark::State& state) {
  std::vector<WinnerFacts> facts(kSize);
  std::vector<TextId> texts(kSize);
  std::vector<FormId> forms(kSize);
  std::vector<Pair> pairs;
  for (uint32_t i = 0; i < kSize; ++i) {
    texts[i] = {i};
    forms[i] = {i};
    if (i > 0) pairs.push_back({{0}, {i}, {60, 1, 1}});
  }
  std::vector<uint32_t> counts(kSize, 61);
  for (auto _ : state) {
    TextOrder order = text_order(facts, texts, kSize);
    const TextRemovals removals = text_removals(order, pairs);
    Cover done = cover({order, texts, forms, counts, removals, pairs});
    if (done.removals[0] || !done.removals[kSize - 1]) std::abort();
  }
}
BENCHMARK(from_scratch)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace doppel::group
