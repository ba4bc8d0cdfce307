// A living index of one and two million texts: what an insertion, a release and a probe cost at any
// moment, the making of bands anew included, and how many bytes a text takes. Keys are synthetic;
// one text in five is a near copy of the text before it.
//
// Then texts themselves: a probe that verifies at least one pair, the texts read from a store in
// memory.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>

#include "index/text_index.h"
#include "living_candidates/lsh_index.h"
#include "sketch/permutation.h"

namespace doppel::index {
namespace {

using living_candidates::CandidateChanges, living_candidates::LshIndex,
    living_candidates::TextSignature;

constexpr uint32_t kBands = 21, kHotLimit = 512;

class Keys {
 public:
  std::span<const uint32_t> next() {
    const bool copy = count_ % 5 == 4;
    for (uint32_t band = 0; band < kBands; ++band) {
      if (!copy || band == count_ % kBands) keys_[band] = static_cast<uint32_t>(random_.next());
    }
    ++count_;
    return keys_;
  }

 private:
  sketch::TableRandom random_{1};
  uint32_t keys_[kBands] = {};
  uint32_t count_ = 0;
};

struct Living {
  explicit Living(uint32_t texts) : index(kBands, kHotLimit, 1), size(texts) {
    std::vector<TextId> ids;
    std::vector<uint32_t> all;
    for (uint32_t i = 0; i < texts; ++i) {
      ids.push_back({i});
      const auto own = keys.next();
      all.insert(all.end(), own.begin(), own.end());
    }
    std::vector<TextSignature> signatures;
    for (size_t i = 0; i < texts; ++i) {
      signatures.push_back({.keys = std::span(all).subspan(i * kBands, kBands)});
    }
    index.load(ids, signatures, [](size_t, TextId text) { return std::to_string(text.value); });
  }
  LshIndex index;
  Keys keys;
  uint32_t size;
};

// A quarter more texts come, so that every band is made anew at least once.
void insert(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    auto living = std::make_unique<Living>(static_cast<uint32_t>(state.range(0)));
    CandidateChanges changes;
    state.ResumeTiming();
    for (uint32_t i = 0; i < living->size / 4; ++i) {
      living->index.insert({living->size + i}, {.keys = living->keys.next()}, changes);
    }
    state.PauseTiming();
    state.counters["bytes a text"] =
        static_cast<double>(living->index.view().bytes()) / (1.25 * living->size);
    living.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * state.range(0) / 4);
}
BENCHMARK(insert)->Arg(1'000'000)->Arg(2'000'000)->Unit(benchmark::kMillisecond)->Iterations(1);

void release(benchmark::State& state) {
  Living living(static_cast<uint32_t>(state.range(0)));
  CandidateChanges changes;
  constexpr uint32_t kStride = 618'033;  // shares no factor with the sizes: each text goes once
  uint32_t next = 0;
  for (auto _ : state) {
    living.index.release({next}, changes);
    next = (next + kStride) % living.size;
  }
}
BENCHMARK(release)->Arg(1'000'000)->Arg(2'000'000)->Iterations(900'000);

void probe(benchmark::State& state) {
  Living living(static_cast<uint32_t>(state.range(0)));
  CandidateChanges changes;
  for (uint32_t i = 0; i < living.size / 16; ++i) {  // some are not in the base
    living.index.insert({living.size + i}, {.keys = living.keys.next()}, changes);
  }
  sketch::TableRandom random(3);
  std::vector<TextId> found;
  size_t candidates = 0;
  for (auto _ : state) {
    found.clear();
    living.index.view().candidates(TextId{static_cast<uint32_t>(random.next() % living.size)},
                                   found);
    candidates += found.size();
  }
  state.counters["candidates"] =
      static_cast<double>(candidates) / static_cast<double>(state.iterations());
}
BENCHMARK(probe)->Arg(1'000'000)->Arg(2'000'000);

struct ById : similarity::Standings {
  std::string rank(size_t, StoredTextId id) const override { return std::to_string(id.value); }
};

// Texts of 450 words, every second a near copy of the one before.
std::vector<std::string> near_copies(size_t count) {
  std::mt19937 random(4);
  std::vector<std::string> out, words(450);
  for (size_t i = 0; i < count; ++i) {
    if (i % 2 == 0) {
      for (std::string& word : words) word = "word" + std::to_string(random() % 40'000) + " ";
    } else {
      words[random() % words.size()] = "another ";
    }
    std::string& text = out.emplace_back();
    for (const std::string& word : words) text += word;
  }
  return out;
}

void probe_and_verify(benchmark::State& state) {
  IndexRules rules;
  rules.banding = {.bands = kBands, .rows = 6};
  TextsInMemory texts;
  TextIndex index(rules, texts);
  std::vector<StoredTextId> ids;
  for (const std::string& text : near_copies(static_cast<size_t>(state.range(0)))) {
    ids.push_back(index.add(text)->id);
  }
  if (!index.change({.came = ids}, ById())) std::abort();
  std::vector<double> micros;
  std::mt19937 random(5);
  std::vector<StoredTextId> found;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    const StoredTextId id = ids[random() % ids.size()];
    found.clear();
    if (!index.candidates(id, found).ok() || found.empty()) std::abort();
    bool any = false;
    for (StoredTextId other : found) any |= index.verify(id, other)->has_value();
    if (!any) std::abort();
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    micros.push_back(took.count());
  }
  std::sort(micros.begin(), micros.end());
  state.counters["p50 us"] = micros[micros.size() / 2];
  state.counters["p99 us"] = micros[micros.size() * 99 / 100];
  const TextIndex::Bytes bytes = index.bytes();
  const auto count = static_cast<double>(ids.size());
  state.counters["identity B"] = static_cast<double>(bytes.identities) / count;
  state.counters["candidates B"] = static_cast<double>(bytes.candidates) / count;
  state.counters["bitmap B"] = static_cast<double>(bytes.bitmaps) / count;
}
BENCHMARK(probe_and_verify)->Arg(100'000);

}  // namespace
}  // namespace doppel::index
