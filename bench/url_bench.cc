// How long does a key take? The safe form and its hash per URL, beside the parser alone, which is
// its limit.
//
//   url_bench [--benchmark_filter=...]
// Real URLs from ${XDG_CACHE_HOME:-~/.cache}/doppel/dev/url-groups-clueweb12.tsv; without that file
// a few made ones. A wrong answer fails the bench: keys of a URL and of its safe form must be
// equal.
#include <ada.h>
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "doppel/url.h"

namespace {

using namespace doppel;

std::vector<std::string> read_urls() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  std::string base = cache ? cache : std::string(home ? home : "") + "/.cache";
  std::ifstream file(base + "/doppel/dev/url-groups-clueweb12.tsv");
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);) {
    if (size_t tab = line.find('\t'); tab != line.npos) out.push_back(line.substr(tab + 1));
  }
  if (!out.empty()) return out;
  for (int i = 0; i < 1000; ++i) {
    out.push_back("http://www.example.org/section/" + std::to_string(i) +
                  "/page.html?id=" + std::to_string(i));
  }
  return out;
}

const std::vector<std::string>& urls() {
  static const std::vector<std::string> list = read_urls();
  return list;
}

// Runs `each` over all URLs in every iteration; the printed time is that of one URL.
template <typename Each>
void over_urls(benchmark::State& state, Each each) {
  for (auto _ : state) {
    for (const std::string& url : urls()) each(url);
  }
  auto count = static_cast<double>(state.iterations()) * static_cast<double>(urls().size());
  state.counters["per_url"] =
      benchmark::Counter(count, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void parse_alone(benchmark::State& state) {
  over_urls(state, [](const std::string& url) {
    benchmark::DoNotOptimize(ada::parse<ada::url_aggregator>(url));
  });
}
BENCHMARK(parse_alone)->Unit(benchmark::kMillisecond);

void key(benchmark::State& state, UrlLevel level) {
  for (const std::string& url : urls()) {
    if (*url_key(url, level) != *url_key(*canonical_url(url, level), level)) {
      state.SkipWithError("a form has another key than its URL");
      return;
    }
  }
  over_urls(state,
            [level](const std::string& url) { benchmark::DoNotOptimize(url_key(url, level)); });
}
BENCHMARK_CAPTURE(key, exact, UrlLevel::kExact)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(key, safe, UrlLevel::kSafe)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(key, aggressive, UrlLevel::kAggressive)->Unit(benchmark::kMillisecond);

void domain(benchmark::State& state) {
  over_urls(state,
            [](const std::string& url) { benchmark::DoNotOptimize(registrable_domain(url)); });
}
BENCHMARK(domain)->Unit(benchmark::kMillisecond);

// Linear in the length, on the forms of URL that tempt one to be quadratic.
void long_url(benchmark::State& state, const std::string& piece) {
  std::string url = "http://www.example.org/";
  while (url.size() < static_cast<size_t>(state.range(0))) url += piece;
  for (auto _ : state) benchmark::DoNotOptimize(url_key(url, UrlLevel::kAggressive));
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK_CAPTURE(long_url, parameters, "?&b=1&a=2")->Range(1 << 10, 1 << 20);
BENCHMARK_CAPTURE(long_url, dots, "a/../b/./")->Range(1 << 10, 1 << 20);
BENCHMARK_CAPTURE(long_url, escapes, "%7e%zz%c3|")->Range(1 << 10, 1 << 20);
BENCHMARK_CAPTURE(long_url, index_pages, "index.html/")->Range(1 << 10, 1 << 20);
BENCHMARK_CAPTURE(long_url, session_ids, ";jsessionid=1")->Range(1 << 10, 1 << 20);

}  // namespace

BENCHMARK_MAIN();
