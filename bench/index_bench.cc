// What a band key costs: the buckets of all texts, from keys in memory to places in memory, at 16
// and 64 million keys, beside a table that is probed and filled key by key. And what the index of a
// crawl takes: bytes a text, part by part, as the allocator counts them.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <cstdlib>
#include <numeric>

#include "compare/band_index.h"
#include "corpus/source_texts.h"
#include "sketch/band_keys.h"
#include "sketch/permutation.h"
#include "support/input_folder.h"
#include "texts/shingle_sets.h"
#include "texts/slot_table.h"
#include "texts/text_table.h"

namespace doppel::compare {
namespace {

using support::InputFolder;

constexpr uint32_t kBands = 21;

// One text in five is a near copy of the text before it: it shares all bands but one.
BandKeyTable make_keys(uint32_t texts) {
  BandKeyTable out(kBands);
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
  explicit Order(uint32_t texts) : by_rank(texts), rank_of(texts) {
    for (uint32_t i = 0; i < texts; ++i) by_rank[i] = {i};
    std::iota(rank_of.begin(), rank_of.end(), Rank{0});
  }
  std::vector<TextId> by_rank;
  std::vector<Rank> rank_of;
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
    BandKeyTable keys = make_keys(texts);
    state.ResumeTiming();
    BandIndex index(std::move(keys), {order.by_rank, order.rank_of}, pool);
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
  BandKeyTable keys = make_keys(texts);
  for (auto _ : state) {
    uint64_t found = 0;
    for (uint32_t band = 0; band < kBands; ++band) {
      texts::SlotTable table(TableHash::usual());
      for (uint32_t text = 0; text < texts; ++text) {
        uint32_t key = keys.at({text}, band);
        found += table.find(key, [&](uint32_t other) { return keys.at({other}, band) == key; }) !=
                 texts::SlotTable::kNone;
        table.insert(key, text);
      }
    }
    if (found < uint64_t{texts} / 5 * (kBands - 1)) std::abort();
  }
  per_key(state, uint64_t{texts} * kBands);
}
BENCHMARK(slot_tables)->Arg(16'000'000)->Unit(benchmark::kMillisecond)->Iterations(1);

// Pages of 256 words. One in five is a near copy of the one before it, all but a word.
std::string page(uint32_t number) {
  const bool copy = number % 5 == 4;
  sketch::TableRandom random(copy ? number - 1 : number);
  std::string out;
  for (int i = 0; i < 256; ++i) out += "w" + std::to_string(random.next() % 5000) + ' ';
  if (copy) out += "copied";
  return out;
}

// Keeps the places of texts as a run over plain files does, and makes the texts again.
class PageTexts : public texts::TextStore {
 public:
  explicit PageTexts(texts::TextStore& places) : places_(places) {}
  Status append(std::string_view text, const texts::TextLocation& place) override {
    return places_.append(text, place);
  }
  std::unique_ptr<texts::TextReader> reader() const override { return std::make_unique<Reader>(); }

 private:
  struct Reader : texts::TextReader {
    Result<std::string_view> text(FormId form) override {
      made = page(static_cast<uint32_t>(form.index()));
      return std::string_view(made);
    }
    std::string made;
  };
  texts::TextStore& places_;
};

// What was allocated since the last call, for each of so many texts.
class Bytes {
 public:
  explicit Bytes(benchmark::State& state, uint32_t texts) : state_(state), texts_(texts) {}
  void are(const char* part) {
    const double now = held(), bytes = (now - before_) / texts_;
    state_.counters[part] = bytes;
    sum_ += bytes;
    skip();
  }
  // What was allocated since then is not the index's.
  void skip() { before_ = held(); }
  double sum() const { return sum_; }

 private:
  static double held() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
  }
  benchmark::State& state_;
  uint32_t texts_;
  double before_ = held(), sum_ = 0;
};

void index_bytes(benchmark::State& state) {
  const auto texts = static_cast<uint32_t>(state.range(0));
  const TextRules rules;
  const sketch::Banding banding{kBands, 6};
  ThreadPool pool(1);
  InputFolder folder;
  const auto input = folder.input("a.jsonl", "{\"text\": \"a\"}\n");
  for (auto _ : state) {
    auto places = corpus::SourceTexts::create({input}, {}, std::make_unique<texts::MemoryTexts>());
    if (!places) std::abort();
    PageTexts store(**places);
    texts::Signer signer(rules);
    Bytes bytes(state, texts);
    texts::TextTable table(rules, store);
    for (uint32_t i = 0; i < texts; ++i) {
      const std::string text = page(i);
      if (!table.add(text, signer.identify(text), {.stored = text})->is_new) std::abort();
    }
    bytes.are("1 identity, place");
    auto keys = std::make_unique<BandKeyTable>(kBands);
    uint32_t of_text[kBands];
    for (uint32_t i = 0; i < texts; ++i) {
      const std::string text = page(i);
      signer.identify(text);
      if (signer.windows().empty()) std::abort();
      sketch::make_band_keys(signer.sketch(), banding, of_text);
      keys->set({i}, of_text);
    }
    bytes.are("2 keys");
    Order order(texts);
    bytes.are("3 order");
    BandIndex index(std::move(*keys), {order.by_rank, order.rank_of}, pool);
    bytes.are("4 buckets");
    std::vector<Rank> with_candidates;
    for (Rank rank = 0; rank < texts; ++rank) {
      if (index.has_candidates(rank)) with_candidates.push_back(rank);
    }
    if (with_candidates.size() < texts / 3) std::abort();
    bytes.skip();
    texts::ShingleSets sets(table, rules, order.by_rank, 0);
    bytes.are("5 sizes, addresses");
    if (!sets.make(with_candidates, pool, [](uint64_t) { return Status(); }).ok()) std::abort();
    bytes.are("6 bitmaps");
    state.counters["7 all"] = bytes.sum();
  }
}
BENCHMARK(index_bytes)->Arg(400'000)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace doppel::compare
