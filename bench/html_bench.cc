// HTML to text in MB/s of HTML, beside inflating the same pages with libdeflate and beside gumbo;
// hostile pages. The ratios of one run are what counts.
#include <benchmark/benchmark.h>
#include <gumbo.h>
#include <libdeflate.h>

#include <cstdlib>

#include "bench/pages.h"
#include "extract/block_reader.h"

namespace doppel::extract {
namespace {

void report(benchmark::State& state, const bench::Pages& set) {
  if (set.pages.empty()) return state.SkipWithError("the pages are absent");
  state.SetBytesProcessed(static_cast<int64_t>(set.bytes) * state.iterations());
}

const bench::Pages& pages_of(int64_t docs) {
  return docs != 0 ? bench::docs_pages() : bench::web_pages();
}

void text_of_pages(benchmark::State& state) {
  const bench::Pages& set = pages_of(state.range(0));
  BlockReader reader;
  for (auto _ : state) {
    for (const std::string& page : set.pages) {
      benchmark::DoNotOptimize(reader.read(page, {.blocks = state.range(1) != 0}).text.size());
    }
  }
  report(state, set);
}
BENCHMARK(text_of_pages)->ArgNames({"docs", "blocks"})->ArgsProduct({{0, 1}, {0, 1}});

std::vector<std::string> deflated(const bench::Pages& set) {
  std::vector<std::string> out;
  libdeflate_compressor* compressor = libdeflate_alloc_compressor(6);
  for (const std::string& page : set.pages) {
    std::string bytes(libdeflate_gzip_compress_bound(compressor, page.size()), '\0');
    bytes.resize(
        libdeflate_gzip_compress(compressor, page.data(), page.size(), bytes.data(), bytes.size()));
    out.push_back(std::move(bytes));
  }
  libdeflate_free_compressor(compressor);
  return out;
}

// Alone, and with the text of each page taken while it is still in the cache, as in a run: the
// difference is what the text costs.
void inflate(benchmark::State& state) {
  const bench::Pages& set = pages_of(state.range(0));
  const std::vector<std::string> members = deflated(set);
  libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
  std::string out(size_t{1} << 20, '\0');
  BlockReader reader;
  for (auto _ : state) {
    for (const std::string& member : members) {
      size_t size = 0;
      if (libdeflate_gzip_decompress(decompressor, member.data(), member.size(), out.data(),
                                     out.size(), &size) != LIBDEFLATE_SUCCESS) {
        std::abort();
      }
      if (state.range(1) == 0) continue;
      benchmark::DoNotOptimize(reader.read({out.data(), size}, {}).text.size());
    }
  }
  libdeflate_free_decompressor(decompressor);
  report(state, set);
}
BENCHMARK(inflate)->ArgNames({"docs", "text"})->ArgsProduct({{0, 1}, {0, 1}});

// Parse and destroy, no text: the cheapest thing gumbo can do. On every tenth page; it is slow.
void gumbo(benchmark::State& state) {
  bench::Pages some;
  const bench::Pages& set = pages_of(state.range(0));
  for (size_t i = 0; i < set.pages.size(); i += 10) some.add(set.pages[i]);
  for (auto _ : state) {
    for (const std::string& page : some.pages) {
      GumboOutput* tree = gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size());
      gumbo_destroy_output(&kGumboDefaultOptions, tree);
    }
  }
  report(state, some);
}
BENCHMARK(gumbo)->ArgName("docs")->Arg(0)->Arg(1)->Iterations(1);

std::string repeated(const std::string& piece, size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += piece;
  return out;
}

// The time a byte must not depend on the size: 256 KiB and 4 MiB.
void hostile(benchmark::State& state, const std::string& piece) {
  const std::string page = repeated(piece, static_cast<size_t>(state.range(0)) << 10);
  BlockReader reader;
  for (auto _ : state) {
    benchmark::DoNotOptimize(reader.read(page, {.blocks = true}).text.size());
  }
  state.SetBytesProcessed(static_cast<int64_t>(page.size()) * state.iterations());
}

const int registered = [] {
  for (const char* piece : {"<",
                            "<div>",
                            "<font>",
                            "<table><tr><td>",
                            "<svg>",
                            "<b><p>",
                            "<a>",
                            "&",
                            "&am",
                            "&#x",
                            "</",
                            "<!",
                            "<!-",
                            "<!-- ",
                            "<script>",
                            "<title>",
                            "<p",
                            "<a b=\"",
                            "<p>x",
                            "</div>",
                            "<x-y>",
                            "<li><ul>",
                            "<div><table>",
                            "x</p>",
                            "<br>",
                            "<template>",
                            "<math><mi>",
                            "\xC2\xA0",
                            "]]>",
                            "<svg><![CDATA[",
                            "<script><!--<script>",
                            "&CounterClockwiseContourIntegra"}) {
    benchmark::RegisterBenchmark(("hostile/" + std::string(piece)).c_str(), hostile,
                                 std::string(piece))
        ->Arg(256)
        ->Arg(4096);
  }
  return 0;
}();

}  // namespace
}  // namespace doppel::extract
