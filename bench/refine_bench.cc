// Refining search results beside its goals and the figures of the limits study.
//
// A wrong answer ends the program with 1. "item" is the time for one pair, page or request.
#include <benchmark/benchmark.h>

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "doppel/refine.h"
#include "sketch/kernels.h"

namespace doppel::refine {
namespace {

constexpr size_t kPageBytes = 10'000;

void require(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "refine_bench: wrong answer: %s\n", what);
  std::exit(1);
}

void report(benchmark::State& state, size_t items) {
  state.counters["item"] =
      benchmark::Counter(static_cast<double>(items), benchmark::Counter::kIsIterationInvariantRate |
                                                         benchmark::Counter::kInvert);
}

// Pages of 10 KB; every fifth is an earlier one with a new ending.
std::vector<std::string> pages(size_t count) {
  std::mt19937_64 random(7);
  std::vector<std::string> out;
  for (size_t i = 0; i < count; ++i) {
    std::string page;
    if (i % 5 == 4) page = out[random() % out.size()].substr(0, kPageBytes * 97 / 100);
    while (page.size() < kPageBytes) {
      for (uint64_t n = random() % 7 + 2; n > 0; --n) {
        page += static_cast<char>('a' + random() % 26);
      }
      page += random() % 60 ? ' ' : '\n';
    }
    out.push_back(std::move(page));
  }
  return out;
}

RefineRequest with_text(size_t count) {
  RefineRequest out;
  for (std::string& page : pages(count)) {
    const uint64_t rank = out.results.size() + 1;
    out.results.push_back({.rank = rank, .url = std::to_string(rank), .text = std::move(page)});
  }
  return out;
}

RefineRequest with_filters(size_t count) {
  RefineRequest out = with_text(count);
  for (SearchResult& result : out.results) {
    result.filter = text_filter(result.text);
    result.text.clear();
  }
  return out;
}

void require_every_fifth_hidden(const RefineRequest& request) {
  const auto refined = refine_results(request);
  require(refined.has_value(), "refine_results");
  // A copy whose new ending broke one very large chunk may stay.
  const size_t copies = request.results.size() / 5;
  require(refined->totals.hidden <= copies, "nothing but copies hidden");
  require(refined->totals.hidden * 100 >= copies * 99, "copies hidden");
}

void stored_filters(benchmark::State& state) {
  const RefineRequest request = with_filters(static_cast<size_t>(state.range(0)));
  require_every_fifth_hidden(request);
  const RefineRules rules{.strict = state.range(1) == 1};
  for (auto _ : state) benchmark::DoNotOptimize(refine_results(request, rules));
  report(state, 1);
}
BENCHMARK(stored_filters)
    ->ArgsProduct({{10, 20, 40, 80, 160, 320, 1000, 10'000}, {0}})
    ->Args({320, 1})
    ->Args({10'000, 1})
    ->ArgNames({"results", "strict"})
    ->Unit(benchmark::kMillisecond);

// The same, from the text that was stored.
void stored_filters_in_base64(benchmark::State& state) {
  RefineRequest request = with_filters(static_cast<size_t>(state.range(0)));
  std::vector<std::string> stored;
  for (const SearchResult& result : request.results) stored.push_back(filter_text(*result.filter));
  for (auto _ : state) {
    for (size_t i = 0; i < stored.size(); ++i) request.results[i].filter = *parse_filter(stored[i]);
    benchmark::DoNotOptimize(refine_results(request));
  }
  report(state, 1);
}
BENCHMARK(stored_filters_in_base64)->Arg(320)->Unit(benchmark::kMillisecond);

void from_text(benchmark::State& state) {
  const RefineRequest request = with_text(static_cast<size_t>(state.range(0)));
  require_every_fifth_hidden(request);
  for (auto _ : state) benchmark::DoNotOptimize(refine_results(request));
  report(state, 1);
}
BENCHMARK(from_text)->Arg(100)->Unit(benchmark::kMillisecond);

// Pages of 10 KB of HTML: a frame that all share around paragraphs and links of their own.
std::string html_of(const std::string& text) {
  std::string out = "<!DOCTYPE html><html><head><title>page</title></head><body><ul class=\"nav\">";
  for (int i = 0; i < 12; ++i)
    out += "<li><a href=\"/section/" + std::to_string(i) + "\">part</a></li>";
  out += "</ul><div class=\"content\">";
  for (size_t at = 0; out.size() < kPageBytes - 200 && at < text.size(); at += 400) {
    out += "<p>" + text.substr(at, 350) + "<a href=\"#x\"> " + text.substr(at + 350, 50) +
           "</a></p>\n";
  }
  return out + "</div><div class=\"footer\"><p>all rights reserved</p></div></body></html>\n";
}

void from_html(benchmark::State& state) {
  RefineRequest request = with_text(static_cast<size_t>(state.range(0)));
  for (SearchResult& result : request.results) {
    result.html = html_of(result.text);
    result.text.clear();
  }
  const RefineRules rules{.link_weight = static_cast<uint32_t>(state.range(1))};
  require_every_fifth_hidden(request);
  for (auto _ : state) benchmark::DoNotOptimize(refine_results(request, rules));
  report(state, 1);
}
BENCHMARK(from_html)
    ->Args({100, 0})
    ->Args({100, 20})
    ->ArgNames({"results", "link_weight"})
    ->Unit(benchmark::kMillisecond);

void make_filter(benchmark::State& state) {
  const std::vector<std::string> texts = pages(100);
  for (auto _ : state) {
    for (const std::string& text : texts) benchmark::DoNotOptimize(text_filter(text));
  }
  report(state, texts.size());
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * texts.size() * kPageBytes));
}
BENCHMARK(make_filter)->Unit(benchmark::kMicrosecond);

void canonical_form(benchmark::State& state) {
  const std::vector<std::string> texts = pages(100);
  for (auto _ : state) {
    for (const std::string& text : texts) benchmark::DoNotOptimize(canonical_text(text));
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * texts.size() * kPageBytes));
}
BENCHMARK(canonical_form);

// One row against 256 others in L2.
void and_2048(benchmark::State& state) {
  constexpr size_t kWords = 2048 / 64, kRows = 256;
  const bool naive = state.range(0) == 1;
  std::mt19937_64 random(4);
  std::vector<uint64_t> query(kWords), rows(kRows * kWords);
  for (uint64_t& word : query) word = random();
  for (uint64_t& word : rows) word = random();
  auto by_definition = [&](size_t row) {
    uint32_t out = 0;
    for (size_t i = 0; i < kWords; ++i) {
      out += static_cast<uint32_t>(std::popcount(query[i] & rows[row * kWords + i]));
    }
    return out;
  };
  std::vector<uint32_t> counts(kRows);
  sketch::count_and_rows(query, rows, counts);
  for (size_t row = 0; row < kRows; ++row) require(counts[row] == by_definition(row), "AND");
  for (auto _ : state) {
    if (naive) {
      for (size_t row = 0; row < kRows; ++row) counts[row] = by_definition(row);
    } else {
      sketch::count_and_rows(query, rows, counts);
    }
    benchmark::DoNotOptimize(counts.data());
  }
  report(state, kRows);
}
BENCHMARK(and_2048)->Arg(0)->Arg(1)->ArgName("naive");

// Keeps each run's time for an item, for the table of goals.
class GoalReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      auto found = run.counters.find("item");
      if (found == run.counters.end()) continue;
      double& best = figures_[run.run_name.function_name + "/" + run.run_name.args];
      if (best == 0 || found->second < best) best = found->second;
    }
  }

  void print_goals() const {
    std::printf("\n%-58s %10s %10s\n", "goal", "reached", "goal");
    row("320 results with stored filters, ms", "stored_filters/results:320/strict:0", 1e3, "<= 1");
    row("10,000 results with stored filters, ms", "stored_filters/results:10000/strict:0", 1e3,
        "<= 600");
    row("100 results from HTML of 10 KB each, ms", "from_html/results:100/link_weight:0", 1e3,
        "<= 20");
    row("100 results from texts of 10 KB each, ms", "from_text/100", 1e3, "");
    row("AND of 2048 bits in L2, ns (limit 8.3 to 8.9)", "and_2048/naive:0", 1e9, "<= 10.7");
  }

 private:
  void row(const char* what, const char* name, double unit, const char* goal) const {
    auto found = figures_.find(name);
    if (found == figures_.end()) return;
    std::printf("%-58s %10.2f %10s\n", what, found->second * unit, goal);
  }

  std::map<std::string, double> figures_;
};

}  // namespace
}  // namespace doppel::refine

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  doppel::refine::GoalReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_goals();
  return 0;
}
