// Exact comparison of two shingle sets: with the early stop, without it, and by hash table.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <unordered_set>

#include "bench/corpus.h"
#include "doppel/text.h"
#include "similarity/sets.h"

namespace doppel::similarity {
namespace {

const std::vector<std::vector<uint64_t>>& sets() {
  static const auto made = [] {
    std::vector<std::vector<uint64_t>> out;
    for (const auto& text : bench::texts(1 << 20)) out.push_back(shingles(text));
    return out;
  }();
  return made;
}

// Compares each set with the next; `count` says how many are similar, so a wrong answer is seen.
template <typename Compare>
void compare_neighbours(benchmark::State& state, Compare compare) {
  const auto& all = sets();
  size_t truth = 0;
  for (size_t i = 1; i < all.size(); ++i) truth += similarity(all[i - 1], all[i]).at_least({4, 5});
  for (auto _ : state) {
    size_t similar = 0;
    for (size_t i = 1; i < all.size(); ++i) similar += compare(all[i - 1], all[i]);
    if (similar != truth) std::abort();
  }
  state.SetItemsProcessed(static_cast<int64_t>(all.size() - 1) * state.iterations());
}

void early_stop(benchmark::State& state) {
  compare_neighbours(state, [](const auto& a, const auto& b) {
    return similarity_at_least(a, b, {4, 5}).has_value();
  });
}
BENCHMARK(early_stop);

void full_walk(benchmark::State& state) {
  compare_neighbours(state, [](const auto& a, const auto& b) {
    return similarity(a, b).at_least({4, 5});
  });
}
BENCHMARK(full_walk);

void hash_table(benchmark::State& state) {
  compare_neighbours(state, [](const auto& a, const auto& b) {
    std::unordered_set<uint64_t> left(a.begin(), a.end());
    uint32_t common = 0;
    for (uint64_t x : b) common += static_cast<uint32_t>(left.count(x));
    return Similarity{common, static_cast<uint32_t>(a.size()) - common,
                      static_cast<uint32_t>(b.size()) - common}
        .at_least({4, 5});
  });
}
BENCHMARK(hash_table);

}  // namespace
}  // namespace doppel::similarity
