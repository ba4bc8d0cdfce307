// What a band key costs: the buckets of all texts, from keys in memory to places in memory, at 16
// and 64 million keys, beside a table that is probed and filled key by key.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <numeric>

#include "compare/band_index.h"
#include "compare/slot_table.h"
#include "sketch/permutation.h"

namespace doppel::compare {
namespace {

constexpr uint32_t kBands = 21;

// One text in five is a near copy of the text before it: it shares all bands but one.
BandKeys make_keys(uint32_t texts) {
  BandKeys out(kBands);
  sketch::TableRandom random(1);
  uint32_t keys[kBands];
  for (uint32_t text = 0; text < texts; ++text) {
    bool copy = text % 5 == 4;
    for (uint32_t band = 0; band < kBands; ++band) {
      if (!copy || band == text % kBands) keys[band] = static_cast<uint32_t>(random.next());
    }
    out.set({text}, keys);
  }
  return out;
}

struct Order {
  explicit Order(uint32_t texts) : by_rank(texts), rank_of(texts), hashes(texts) {
    for (uint32_t i = 0; i < texts; ++i) by_rank[i] = {i};
    std::iota(rank_of.begin(), rank_of.end(), Rank{0});
  }
  std::vector<TextId> by_rank;
  std::vector<Rank> rank_of;
  std::vector<uint64_t> hashes;
};

void per_key(benchmark::State& state, uint64_t keys) {
  state.counters["per key"] =
      benchmark::Counter(static_cast<double>(keys), benchmark::Counter::kIsIterationInvariantRate |
                                                        benchmark::Counter::kInvert);
}

void band_index(benchmark::State& state) {
  auto texts = static_cast<uint32_t>(state.range(0) / kBands);
  Order order(texts);
  ThreadPool pool(1);
  for (auto _ : state) {
    state.PauseTiming();
    BandKeys keys = make_keys(texts);
    state.ResumeTiming();
    BandIndex index(std::move(keys), {order.by_rank, order.rank_of}, order.hashes, pool);
    std::vector<Rank> earlier;
    if (!index.append_earlier(4, earlier).ok() || earlier.size() != kBands - 1) std::abort();
    state.PauseTiming();
    { BandIndex gone = std::move(index); }
    state.ResumeTiming();
  }
  per_key(state, uint64_t{texts} * kBands);
}
BENCHMARK(band_index)
    ->Arg(16'000'000)
    ->Arg(64'000'000)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->Iterations(2);

// The same keys through tables of 8-byte slots, one a band: probe, then insert.
void slot_tables(benchmark::State& state) {
  auto texts = static_cast<uint32_t>(state.range(0) / kBands);
  BandKeys keys = make_keys(texts);
  for (auto _ : state) {
    uint64_t found = 0;
    for (uint32_t band = 0; band < kBands; ++band) {
      SlotTable table(TableHash::usual());
      for (uint32_t text = 0; text < texts; ++text) {
        uint32_t key = keys.at({text}, band);
        found += table.find(key, [&](uint32_t other) { return keys.at({other}, band) == key; }) !=
                 SlotTable::kNone;
        table.insert(key, text);
      }
    }
    if (found < uint64_t{texts} / 5 * (kBands - 1)) std::abort();
  }
  per_key(state, uint64_t{texts} * kBands);
}
BENCHMARK(slot_tables)->Arg(16'000'000)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace doppel::compare
