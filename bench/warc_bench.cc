// WARC.gz to records, on one core and on two, and to texts, beside libdeflate alone on the same
// members.
//   DOPPEL_BENCH_WARC=pages.warc.gz warc_bench      bench/make_warc.py makes such a file
#include <benchmark/benchmark.h>
#include <libdeflate.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "corpus/page_words_reader.h"
#include "ingest/reader.h"
#include "io/file_window.h"

namespace doppel::ingest {
namespace {

struct Totals {
  uint64_t records = 0, bytes = 0;
  friend bool operator==(const Totals&, const Totals&) = default;
};

Input file() {
  const char* path = std::getenv("DOPPEL_BENCH_WARC");
  if (path == nullptr) std::abort();
  return {.path = path, .size = std::filesystem::file_size(path)};
}

// The limit: members one after the other into one buffer, nothing looked at.
Totals inflate_members() {
  auto window = io::FileWindow::open(file().path);
  if (!window) std::abort();
  std::string_view rest = (*window)->at(0, (*window)->size());
  static std::vector<char> out(size_t{64} << 20);  // cleared once, before anything is measured
  libdeflate_decompressor* decoder = libdeflate_alloc_decompressor();
  Totals totals;
  while (!rest.empty()) {
    size_t consumed = 0, written = 0;
    if (libdeflate_gzip_decompress_ex(decoder, rest.data(), rest.size(), out.data(), out.size(),
                                      &consumed, &written) != LIBDEFLATE_SUCCESS) {
      std::abort();
    }
    rest.remove_prefix(consumed);
    totals.bytes += written;
    ++totals.records;
  }
  libdeflate_free_decompressor(decoder);
  return totals;
}

Totals read_split(const Input& input, const Split& split) {
  auto reader = open_reader(input, split, {});
  if (!reader) std::abort();
  RecordBatch batch;
  Totals totals;
  while (*(*reader)->next(batch, {})) {
    for (const Record& record : batch.records()) {
      if (record.reject != Reject::kNone || record.payload.empty()) std::abort();
      totals.bytes += record.bytes.size() + 4;  // the line ends after it
      ++totals.records;
    }
  }
  return totals;
}

// Records to text: the pages' words, all of them or the main content.
Totals read_texts(View view) {
  Input input = file();
  auto reader = open_reader(input, {}, {});
  if (!reader) std::abort();
  RecordBatch batch;
  corpus::PageWordsReader words_reader(view);
  Totals totals;
  while (*(*reader)->next(batch, {})) {
    for (const Record& record : batch.records()) {
      if (words_reader.of(record, batch.arena()).text.empty()) std::abort();
      totals.bytes += record.bytes.size() + 4;
      ++totals.records;
    }
  }
  return totals;
}

Totals read_with(int threads) {
  Input input = file();
  auto splits = plan_splits(std::span(&input, 1), {});
  if (!splits) std::abort();
  std::atomic<size_t> next = 0;
  std::atomic<uint64_t> records = 0, bytes = 0;
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i) {
    workers.emplace_back([&] {
      for (size_t mine; (mine = next++) < splits->size();) {
        Totals totals = read_split(input, (*splits)[mine]);
        records += totals.records;
        bytes += totals.bytes;
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  return {records, bytes};
}

const Totals& expected() {
  static const Totals totals = inflate_members();
  return totals;
}

template <typename Read>
void measure(benchmark::State& state, Read read) {
  const Totals& totals = expected();
  for (auto _ : state) {
    if (read() != totals) std::abort();
  }
  state.SetBytesProcessed(static_cast<int64_t>(totals.bytes) * state.iterations());
}

void libdeflate_alone(benchmark::State& state) { measure(state, inflate_members); }
void records(benchmark::State& state) {
  measure(state, [] { return read_split(file(), {}); });
}
void records_one_thread(benchmark::State& state) {
  measure(state, [] { return read_with(1); });
}
void records_two_threads(benchmark::State& state) {
  measure(state, [] { return read_with(2); });
}
void texts_full(benchmark::State& state) {
  measure(state, [] { return read_texts(View::kFull); });
}
void texts_main(benchmark::State& state) {
  measure(state, [] { return read_texts(View::kMain); });
}
BENCHMARK(texts_full)->Unit(benchmark::kMillisecond);
BENCHMARK(texts_main)->Unit(benchmark::kMillisecond);
BENCHMARK(libdeflate_alone)->Unit(benchmark::kMillisecond);
BENCHMARK(records)->Unit(benchmark::kMillisecond);
BENCHMARK(records_one_thread)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(records_two_threads)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace doppel::ingest
