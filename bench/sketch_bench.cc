// Every sketch beside a naive baseline and beside the figure of the limits study, on the same
// shingles in one run.
//
// A wrong answer ends the program with 1. After the runs a table sets the figures that have a goal
// beside it, as ratios within this run where the goal is one; "goal" is the floor, not the aim.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "base/hash.h"
#include "bench/corpus.h"
#include "similarity/sets.h"
#include "sketch/bloom.h"
#include "sketch/chunks.h"
#include "sketch/classic_minhash.h"
#include "sketch/kernels.h"
#include "sketch/one_permutation_minhash.h"
#include "sketch/permutation.h"
#include "sketch/reductions.h"
#include "sketch/samples.h"
#include "sketch/simhash.h"
#include "text/shingles.h"
#include "text/tokenizer.h"

namespace doppel::sketch {
namespace {

using Hashes = std::vector<uint64_t>;

constexpr size_t kSlots = 128;
constexpr size_t kCorpusBytes = size_t{2} << 20;

void require(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "sketch_bench: wrong answer: %s\n", what);
  std::exit(1);
}

// The texts of the corpus at every stage of their way to a signature.
struct Corpus {
  std::vector<std::string> texts;
  std::vector<Hashes> words, shingles, permuted;
  size_t shingle_count = 0, bytes = 0;
};

const Corpus& corpus() {
  static const Corpus made = [] {
    Corpus out;
    out.texts = bench::texts(kCorpusBytes);
    text::Tokens tokens;
    for (const std::string& text : out.texts) {
      out.bytes += text.size();
      text::tokenize(text, false, tokens);
      text::unit_hashes(tokens, Unit::kWord, out.words.emplace_back());
      text::windows(out.words.back(), {}, out.shingles.emplace_back());
      out.permuted.emplace_back(out.shingles.back().size());
      permute(out.shingles.back(), 0, out.permuted.back());
      out.shingle_count += out.shingles.back().size();
    }
    return out;
  }();
  return made;
}

// Time for each item; `limit` is what the limits study reached for it (0: not measured there).
void report(benchmark::State& state, size_t items, double limit) {
  state.counters["item"] =
      benchmark::Counter(static_cast<double>(items), benchmark::Counter::kIsIterationInvariantRate |
                                                         benchmark::Counter::kInvert);
  if (limit > 0) state.counters["limit_ns"] = limit;
}

// Runs `body(i)` over all texts, again and again; an item is a shingle.
template <typename Body>
void over_texts(benchmark::State& state, double limit, Body body) {
  const Corpus& c = corpus();
  for (auto _ : state) {
    for (size_t i = 0; i < c.texts.size(); ++i) body(i);
  }
  report(state, c.shingle_count, limit);
}

void tokenise_fold_hash(benchmark::State& state) {
  text::Tokens tokens;
  Hashes hashes;
  over_texts(state, 6.6, [&](size_t i) {
    text::tokenize(corpus().texts[i], false, tokens);
    text::unit_hashes(tokens, Unit::kWord, hashes);
    benchmark::DoNotOptimize(hashes.data());
  });
}
BENCHMARK(tokenise_fold_hash);

// The whole of what a text costs after its words: shingles, MinHash, SimHash of word 3-grams, hash
// of the words.
void shingle_minhash_simhash_texthash(benchmark::State& state) {
  Hashes windows, features;
  std::array<uint32_t, kSlots> slots;
  over_texts(state, 4.4, [&](size_t i) {
    const Hashes& words = corpus().words[i];
    text::windows(words, {}, windows);
    permute(windows, 0, windows);
    one_permutation_minhash(windows, slots);
    text::windows(words, {.k = 3}, features);
    permute(features, 0, features);
    benchmark::DoNotOptimize(simhash(features, SimHashBits::k64));
    benchmark::DoNotOptimize(
        hash128({reinterpret_cast<const char*>(words.data()), words.size() * 8}));
    benchmark::DoNotOptimize(slots.data());
  });
}
BENCHMARK(shingle_minhash_simhash_texthash);

// What a peer does in one call: text to words to a sketch of 128 slots.
void text_to_minhash_128(benchmark::State& state) {
  text::Tokens tokens;
  Hashes words, windows;
  std::array<uint32_t, kSlots> slots;
  over_texts(state, 0, [&](size_t i) {
    text::tokenize(corpus().texts[i], false, tokens);
    text::unit_hashes(tokens, Unit::kWord, words);
    text::windows(words, {}, windows);
    permute(windows, 0, windows);
    one_permutation_minhash(windows, slots);
    benchmark::DoNotOptimize(slots.data());
  });
  state.SetBytesProcessed(static_cast<int64_t>(corpus().bytes) * state.iterations());
}
BENCHMARK(text_to_minhash_128);

void text_to_classic_minhash_128(benchmark::State& state) {
  text::Tokens tokens;
  Hashes words, windows;
  const ClassicMinHasher hasher(kSlots);
  std::array<uint32_t, kSlots> slots;
  over_texts(state, 0, [&](size_t i) {
    text::tokenize(corpus().texts[i], false, tokens);
    text::unit_hashes(tokens, Unit::kWord, words);
    text::windows(words, {}, windows);
    permute(windows, 0, windows);
    hasher.sketch(windows, slots);
    benchmark::DoNotOptimize(slots.data());
  });
  state.SetBytesProcessed(static_cast<int64_t>(corpus().bytes) * state.iterations());
}
BENCHMARK(text_to_classic_minhash_128);

void shingles_alone(benchmark::State& state) {
  Hashes windows;
  over_texts(state, 1.4, [&](size_t i) {
    text::windows(corpus().words[i], {}, windows);
    benchmark::DoNotOptimize(windows.data());
  });
}
BENCHMARK(shingles_alone);

void permute_alone(benchmark::State& state) {
  Hashes out;
  over_texts(state, 0, [&](size_t i) {
    out.resize(corpus().shingles[i].size());
    permute(corpus().shingles[i], 0, out);
    benchmark::DoNotOptimize(out.data());
  });
}
BENCHMARK(permute_alone);

void one_permutation_128(benchmark::State& state) {
  std::array<uint32_t, kSlots> slots;
  over_texts(state, 0.9, [&](size_t i) {
    one_permutation_minhash(corpus().permuted[i], slots);
    benchmark::DoNotOptimize(slots.data());
  });
}
BENCHMARK(one_permutation_128);

// Per text, not per shingle: texts of `n` shingles, most bins empty when n is small.
void one_permutation_short_text(benchmark::State& state) {
  const auto size = static_cast<size_t>(state.range(0));
  TableRandom random(1);
  Hashes hashes(size);
  for (uint64_t& hash : hashes) hash = random.next();
  std::array<uint32_t, kSlots> slots;
  for (auto _ : state) {
    one_permutation_minhash(hashes, slots);
    benchmark::DoNotOptimize(slots.data());
  }
  report(state, 1, 0);
}
BENCHMARK(one_permutation_short_text)->Arg(1)->Arg(5)->Arg(20)->Arg(50)->Arg(100)->Arg(300);

void classic_minhash_128(benchmark::State& state) {
  const ClassicMinHasher hasher(kSlots);
  std::array<uint32_t, kSlots> slots;
  over_texts(state, 5.1, [&](size_t i) {
    hasher.sketch(corpus().permuted[i], slots);
    benchmark::DoNotOptimize(slots.data());
  });
}
BENCHMARK(classic_minhash_128);

// What is usually written: 128 functions a x + b mod 2^61 - 1, one after the other.
void naive_minhash_128(benchmark::State& state) {
  __extension__ typedef unsigned __int128 uint128;
  constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
  TableRandom random(2);
  std::array<uint64_t, kSlots> a, b, slots;
  for (size_t p = 0; p < kSlots; ++p) a[p] = random.next() % kPrime, b[p] = random.next() % kPrime;
  const Hashes& hashes = corpus().permuted[0];
  for (auto _ : state) {
    slots.fill(~uint64_t{0});
    for (uint64_t x : hashes) {
      for (size_t p = 0; p < kSlots; ++p) {
        slots[p] = std::min(slots[p], static_cast<uint64_t>((uint128{a[p]} * x + b[p]) % kPrime));
      }
    }
    benchmark::DoNotOptimize(slots.data());
  }
  report(state, hashes.size(), 325);
}
BENCHMARK(naive_minhash_128);

void simhash_64(benchmark::State& state) {
  over_texts(state, 0.81, [&](size_t i) {
    benchmark::DoNotOptimize(simhash(corpus().permuted[i], SimHashBits::k64));
  });
}
BENCHMARK(simhash_64);

void simhash_64_weighted(benchmark::State& state) {
  std::vector<uint16_t> weights(1 << 16, 3);
  over_texts(state, 5.9, [&](size_t i) {
    const Hashes& features = corpus().permuted[i];
    benchmark::DoNotOptimize(
        simhash(features, std::span(weights).first(features.size()), SimHashBits::k64));
  });
}
BENCHMARK(simhash_64_weighted);

uint64_t simhash_by_definition(const Hashes& features) {
  std::array<int64_t, 64> votes{};
  for (uint64_t f : features) {
    for (size_t bit = 0; bit < 64; ++bit) {
      if (f >> bit & 1) {
        ++votes[bit];
      } else {
        --votes[bit];
      }
    }
  }
  uint64_t out = 0;
  for (size_t bit = 0; bit < 64; ++bit) out |= uint64_t{votes[bit] > 0} << bit;
  return out;
}

void naive_simhash_64(benchmark::State& state) {
  for (size_t i = 0; i < corpus().texts.size(); ++i) {
    require(simhash_by_definition(corpus().permuted[i]) ==
                simhash(corpus().permuted[i], SimHashBits::k64).low,
            "simhash");
  }
  over_texts(state, 40.6, [&](size_t i) {
    benchmark::DoNotOptimize(simhash_by_definition(corpus().permuted[i]));
  });
}
BENCHMARK(naive_simhash_64);

void bottom_128(benchmark::State& state) {
  over_texts(state, 7.1, [&](size_t i) {
    benchmark::DoNotOptimize(bottom_sketch(corpus().permuted[i], kSlots).data());
  });
}
BENCHMARK(bottom_128);

void mod_16(benchmark::State& state) {
  over_texts(state, 0, [&](size_t i) {
    benchmark::DoNotOptimize(mod_sketch(corpus().permuted[i], 16).data());
  });
}
BENCHMARK(mod_16);

void compare_128_slots(benchmark::State& state) {
  std::array<uint32_t, kSlots> left, right;
  one_permutation_minhash(corpus().permuted[0], left);
  one_permutation_minhash(corpus().permuted[1], right);
  size_t expected = 0;
  for (size_t i = 0; i < kSlots; ++i) expected += left[i] == right[i];
  require(count_equal(left, right) == expected, "count_equal");
  for (auto _ : state) benchmark::DoNotOptimize(count_equal(left, right));
  report(state, 1, 11.4);
}
BENCHMARK(compare_128_slots);

// All texts as one: chunking knows no words.
const std::string& chunk_text() {
  static const std::string joined = [] {
    std::string out;
    for (const std::string& text : corpus().texts) out += text;
    return out;
  }();
  return joined;
}

void chunk(benchmark::State& state, const ChunkRules& rules, int ids, double limit_mb) {
  const std::string& text = chunk_text();
  std::vector<size_t> ends;
  ChunkNamer namer(static_cast<ChunkIdKind>(std::max(ids, 0)));
  for (auto _ : state) {
    chunk_ends(text, rules, ends);
    size_t begin = 0;
    for (size_t end : ends) {
      const std::string_view piece = std::string_view(text).substr(begin, end - begin);
      if (ids >= 0) benchmark::DoNotOptimize(namer.id(piece));
      begin = end;
    }
  }
  require(ends.back() == text.size(), "chunks do not give the text back");
  state.SetBytesProcessed(static_cast<int64_t>(text.size()) * state.iterations());
  state.counters["mean_chunk"] =
      static_cast<double>(text.size()) / static_cast<double>(ends.size());
  state.counters["limit_mb_s"] = limit_mb;
}
BENCHMARK_CAPTURE(chunk, gear_256, ChunkRules{}, -1, 1817);
BENCHMARK_CAPTURE(chunk, gear_256_xxh3, ChunkRules{}, 0, 1948);
BENCHMARK_CAPTURE(chunk, gear_256_sha1, ChunkRules{}, 1, 411);
BENCHMARK_CAPTURE(chunk, gear_8192_xxh3, (ChunkRules{.expected_bytes = 8192}), 0, 2465);
BENCHMARK_CAPTURE(chunk, rabin_256, (ChunkRules{.chunker = Chunker::kRabin}), -1, 338);
BENCHMARK_CAPTURE(chunk, rabin_256_sha1, (ChunkRules{.chunker = Chunker::kRabin}), 1, 178);

void bloom_insert(benchmark::State& state) {
  const auto k = static_cast<uint32_t>(state.range(0));
  TableRandom random(3);
  std::vector<Hash128> ids(256);
  for (Hash128& id : ids) id = {random.next(), random.next()};
  for (auto _ : state) {
    BloomFilter filter(2048, k);
    for (const Hash128& id : ids) filter.insert(id);
    benchmark::DoNotOptimize(filter.words().data());
  }
  report(state, ids.size(), k == 2 ? 1.4 : 4.4);
}
BENCHMARK(bloom_insert)->Arg(2)->Arg(8);

size_t and_by_definition(const uint64_t* left, const uint64_t* right, size_t words) {
  size_t out = 0;
  for (size_t i = 0; i < words; ++i) out += static_cast<size_t>(std::popcount(left[i] & right[i]));
  return out;
}

// One filter against `filters` others that lie one after the other: 64 KB fit in L2, 256 MB do not
// fit anywhere.
void bloom_and_2048(benchmark::State& state) {
  constexpr size_t kWords = 2048 / 64;
  const bool naive = state.range(1) == 1;
  const auto filters = static_cast<size_t>(state.range(0));
  TableRandom random(4);
  Hashes words((filters + 1) * kWords);
  for (uint64_t& word : words) word = random.next();
  const std::span<const uint64_t> query = std::span(words).first(kWords);
  for (size_t f = 1; f <= std::min<size_t>(filters, 100); ++f) {
    require(count_and(query, std::span(words).subspan(f * kWords, kWords)) ==
                and_by_definition(query.data(), &words[f * kWords], kWords),
            "count_and");
  }
  for (auto _ : state) {
    size_t sum = 0;
    for (size_t f = 1; f <= filters; ++f) {
      sum += naive ? and_by_definition(query.data(), &words[f * kWords], kWords)
                   : count_and(query, std::span(words).subspan(f * kWords, kWords));
    }
    benchmark::DoNotOptimize(sum);
  }
  report(state, filters, filters > 1000 ? 18.9 : 8.3);
}
BENCHMARK(bloom_and_2048)
    ->Args({256, 0})
    ->Args({1 << 20, 0})
    ->Args({256, 1})
    ->ArgNames({"filters", "naive"});

void early_stop_disjoint_300(benchmark::State& state) {
  constexpr size_t kPairs = 64, kSize = 300;
  TableRandom random(5);
  std::vector<Hashes> sets(2 * kPairs, Hashes(kSize));
  for (Hashes& set : sets) {
    for (uint64_t& hash : set) hash = random.next();
    std::sort(set.begin(), set.end());
  }
  for (auto _ : state) {
    for (size_t p = 0; p < kPairs; ++p) {
      auto found = similarity::similarity_at_least(sets[2 * p], sets[2 * p + 1], {4, 5});
      require(!found, "disjoint sets called similar");
    }
  }
  report(state, kPairs, 172);
}
BENCHMARK(early_stop_disjoint_300);

// Keeps each run's time for an item, or its bytes a second, for the table of goals.
class GoalReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      for (const char* counter : {"item", "bytes_per_second"}) {
        auto found = run.counters.find(counter);
        if (found == run.counters.end()) continue;
        figures_[run.run_name.function_name + "/" + run.run_name.args] = found->second;
      }
    }
  }

  void print_goals() const {
    std::printf("\n%-58s %10s %10s\n", "goal", "reached", "goal");
    const double tokenise = figure("tokenise_fold_hash/") * 1e9;
    row("tokenise + fold + hash, ns a word", tokenise, "<= 12");
    row("shingle + OPH + SimHash + text hash / tokenise",
        figure("shingle_minhash_simhash_texthash/") * 1e9 / tokenise, "<= 0.8");
    row("classic MinHash-128 / tokenise", figure("classic_minhash_128/") * 1e9 / tokenise,
        "<= 1.5");
    row("FastCDC + XXH3-128 at 256 B, GB/s", figure("chunk/gear_256_xxh3/") / 1e9, ">= 1.5");
    row("Bloom AND 2048 bits in L2, ns", figure("bloom_and_2048/filters:256/naive:0") * 1e9,
        "<= 10");
    row("Bloom AND 2048 bits streamed, ns", figure("bloom_and_2048/filters:1048576/naive:0") * 1e9,
        "<= 20");
    row("early-stop Jaccard, disjoint 300, ns", figure("early_stop_disjoint_300/") * 1e9, "<= 200");
  }

 private:
  double figure(const std::string& name) const {
    auto found = figures_.find(name);
    return found == figures_.end() ? 0 : found->second;
  }
  static void row(const char* what, double reached, const char* goal) {
    if (reached > 0) std::printf("%-58s %10.2f %10s\n", what, reached, goal);
  }

  std::map<std::string, double> figures_;
};

// The texts for sketch_peers.py, one a line.
void write_texts(const char* path) {
  std::FILE* file = std::fopen(path, "wb");
  require(file != nullptr, "cannot write the texts");
  for (std::string text : corpus().texts) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    text += '\n';
    require(std::fwrite(text.data(), 1, text.size(), file) == text.size(),
            "cannot write the texts");
  }
  require(std::fclose(file) == 0, "cannot write the texts");
}

}  // namespace
}  // namespace doppel::sketch

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  if (const char* path = std::getenv("DOPPEL_BENCH_TEXTS")) doppel::sketch::write_texts(path);
  doppel::sketch::GoalReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_goals();
  return 0;
}
