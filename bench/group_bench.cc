// A group of 100,000 near-equal texts: a change that leaves the kept text alone, the death of the
// kept text, and the same answer from scratch.
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

// A round in which 20,000 pages that resemble nothing change their texts.
void change_lone_pages(benchmark::State& state) {
  constexpr uint32_t kPages = 20'000;
  LargeGroup pages(kPages, 0);
  for (auto _ : state) {
    if (pages.change_all(kPages).probes != kPages) std::abort();
  }
  state.SetItemsProcessed(kPages * state.iterations());
}
BENCHMARK(change_lone_pages)->Unit(benchmark::kMillisecond)->Iterations(3);

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
