// Could a batch run use the index of changing groups? The same band keys go through both forms:
//
//   BandIndex   built at once over the winner order, then asked for the earlier candidates of each
//               text in that order, repeated names dropped, as a run does it
//   LshIndex    loaded at once, then asked for the candidates of each text, of which the earlier
//               ones are taken
//
// LshIndex gets the better terms: numbers are ranks, so that candidates come in winner order and
// the keys of consecutive questions are in consecutive memory, and one question for each text
// answers both "does it have candidates?" and "which are earlier?".
//
// Both must name the same candidates for every text. Times are CPU time of the process, which works
// in one thread at a time, the best of five in turns. One text in five is a near copy of another;
// no bucket is hot.
#include <benchmark/benchmark.h>
#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include "compare/band_index.h"
#include "living_candidates/lsh_index.h"
#include "sketch/permutation.h"

namespace doppel {
namespace {

using compare::BandIndex;
using compare::BandKeyTable;
using living_candidates::LshIndex;

constexpr uint32_t kBands = 21;
constexpr int kTurns = 5;

double cpu_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

double held_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

// Keys by text, and a winner order that has nothing to do with the order of the texts.
struct Texts {
  explicit Texts(uint32_t count) : by_rank(count), rank_of(count), keys(size_t{count} * kBands) {
    for (uint32_t i = 0; i < count; ++i) by_rank[i] = {i};
    std::shuffle(by_rank.begin(), by_rank.end(), std::mt19937(1));
    for (Rank rank = 0; rank < count; ++rank) rank_of[by_rank[rank].index()] = rank;
    sketch::TableRandom random(1);
    for (uint32_t text = 0; text < count; ++text) {
      const bool copy = text % 5 == 4;
      uint32_t* const own = &keys[size_t{text} * kBands];
      for (uint32_t band = 0; band < kBands; ++band) {
        const bool shared = copy && band != text % kBands;
        own[band] = shared ? own[band - std::ptrdiff_t{kBands}] : uint32_t(random.next());
      }
    }
  }
  size_t size() const { return by_rank.size(); }
  std::span<const uint32_t> keys_of(TextId text) const {
    return std::span(keys).subspan(text.index() * kBands, kBands);
  }

  std::vector<TextId> by_rank;
  std::vector<Rank> rank_of;
  std::vector<uint32_t> keys;
};

struct Cost {
  double build = 0, ask = 0, bytes = 0;  // for each text; nanoseconds

  void take_best(const Cost& other) {
    build = build == 0 ? other.build : std::min(build, other.build);
    ask = ask == 0 ? other.ask : std::min(ask, other.ask);
    bytes = other.bytes;
  }
};

// One form of index, and what it costs.
class BatchForm {
 public:
  explicit BatchForm(const Texts& texts)
      : texts_(texts), seen_by_(texts.size(), 0), keys_(kBands), pool_(1) {}

  // What a run has when reading ends: the keys, in memory that the index takes over.
  void prepare() {
    keys_ = BandKeyTable(kBands);
    for (uint32_t i = 0; i < texts_.size(); ++i) keys_.set({i}, texts_.keys_of({i}));
  }
  void build() {
    index_ = std::make_unique<BandIndex>(
        std::move(keys_), compare::RankedTexts{texts_.by_rank, texts_.rank_of}, pool_);
    if (!index_->hot_buckets().empty()) std::abort();
  }
  void append_earlier(Rank rank, std::vector<Rank>& out) {
    met_.clear();
    if (!index_->append_earlier(rank, met_).ok()) std::abort();
    for (Rank other : met_) {
      if (seen_by_[other] == rank + 1) continue;
      seen_by_[other] = rank + 1;
      out.push_back(other);
    }
  }
  void begin_asking() { std::fill(seen_by_.begin(), seen_by_.end(), 0); }
  void drop() { index_.reset(); }

 private:
  const Texts& texts_;
  std::vector<uint32_t> seen_by_;  // by rank: the last text that met it, plus one
  std::vector<Rank> met_;
  BandKeyTable keys_;
  ThreadPool pool_;
  std::unique_ptr<BandIndex> index_;
};

class LivingForm {
 public:
  explicit LivingForm(const Texts& texts) : texts_(texts) {}

  // The keys in winner order.
  void prepare() {
    for (Rank rank = 0; rank < texts_.size(); ++rank) {
      const auto own = texts_.keys_of(texts_.by_rank[rank]);
      ids_.push_back({rank});
      keys_.insert(keys_.end(), own.begin(), own.end());
    }
    for (size_t i = 0; i < ids_.size(); ++i) {
      signatures_.push_back({.keys = std::span(keys_).subspan(i * kBands, kBands)});
    }
  }
  void build() {
    index_ = std::make_unique<LshIndex>(kBands, compare::kHotLimit, 1);
    index_->load(ids_, signatures_, [](size_t, TextId) -> std::string { std::abort(); });
    ids_ = {};
    keys_ = {};
    signatures_ = {};
  }
  void append_earlier(Rank rank, std::vector<Rank>& out) {
    found_.clear();
    index_->view().candidates(TextId{rank}, found_);
    for (TextId other : found_) {
      if (other.index() > rank) return;
      out.push_back(static_cast<Rank>(other.index()));
    }
  }
  void begin_asking() {}
  void drop() { index_.reset(); }

 private:
  const Texts& texts_;
  std::vector<TextId> ids_, found_;
  std::vector<uint32_t> keys_;
  std::vector<living_candidates::TextSignature> signatures_;  // point into keys_
  std::unique_ptr<LshIndex> index_;
};

// Leaves the index built.
template <typename Form>
Cost cost_of(Form& form, size_t texts) {
  const double bytes_before = held_bytes();
  form.prepare();
  const double begin = cpu_nanoseconds();
  form.build();
  const double built = cpu_nanoseconds();
  const double bytes = held_bytes() - bytes_before;
  form.begin_asking();
  std::vector<Rank> earlier;
  size_t candidates = 0;
  const double asking = cpu_nanoseconds();
  for (Rank rank = 0; rank < texts; ++rank) {
    earlier.clear();
    form.append_earlier(rank, earlier);
    candidates += earlier.size();
  }
  const double asked = cpu_nanoseconds();
  if (candidates < texts / 5) std::abort();
  const auto count = static_cast<double>(texts);
  return {(built - begin) / count, (asked - asking) / count, bytes / count};
}

void check_same(BatchForm& batch, LivingForm& living, size_t texts) {
  batch.begin_asking();
  std::vector<Rank> expected, found;
  for (Rank rank = 0; rank < texts; ++rank) {
    expected.clear();
    found.clear();
    batch.append_earlier(rank, expected);
    living.append_earlier(rank, found);
    std::sort(expected.begin(), expected.end());
    if (found != expected) std::abort();
  }
}

void batch_forms(benchmark::State& state) {
  const Texts texts(static_cast<uint32_t>(state.range(0)));
  BatchForm batch(texts);
  LivingForm living(texts);
  Cost of_batch, of_living;
  for (auto _ : state) {
    for (int turn = 0; turn < kTurns; ++turn) {
      batch.drop();
      of_batch.take_best(cost_of(batch, texts.size()));
      living.drop();
      of_living.take_best(cost_of(living, texts.size()));
    }
  }
  check_same(batch, living, texts.size());
  state.counters["BandIndex build ns"] = of_batch.build;
  state.counters["BandIndex ask ns"] = of_batch.ask;
  state.counters["BandIndex bytes"] = of_batch.bytes;
  state.counters["LshIndex build ns"] = of_living.build;
  state.counters["LshIndex ask ns"] = of_living.ask;
  state.counters["LshIndex bytes"] = of_living.bytes;
  state.counters["times as long"] =
      (of_living.build + of_living.ask) / (of_batch.build + of_batch.ask);
}
BENCHMARK(batch_forms)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Arg(2'000'000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace doppel
