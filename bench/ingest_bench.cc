// JSONL to records, plain and compressed, beside memchr over the lines alone.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <cstring>

#include "bench/corpus.h"
#include "codec/output_file.h"
#include "ingest/reader.h"
#include "json/json_writer.h"

namespace doppel::ingest {
namespace {

struct Files {
  std::string folder, bytes;
  size_t records = 0;
  Input plain, gzip, zstd;
};

Input write(const std::string& path, const std::string& bytes, codec::Compression compression) {
  auto file = codec::OutputFile::create(path, compression);
  if (!file || !file->write(bytes).ok() || !file->finish().ok()) std::abort();
  return {.path = path, .size = std::filesystem::file_size(path)};
}

const Files& files() {
  static const Files made = [] {
    Files f;
    f.folder = std::filesystem::temp_directory_path() / "doppel-bench";
    for (const auto& text : bench::texts(32 << 20)) {
      json::JsonWriter json;
      json.begin_object().key("url").string("https://example.org/" + std::to_string(f.records));
      json.key("id").number(f.records).key("text").string(text).end_object();
      f.bytes += json.take_line();
      ++f.records;
    }
    f.plain = write(f.folder + "/plain.jsonl", f.bytes, codec::Compression::kNone);
    f.gzip = write(f.folder + "/gzip.jsonl.gz", f.bytes, codec::Compression::kGzip);
    f.zstd = write(f.folder + "/zstd.jsonl.zst", f.bytes, codec::Compression::kZstd);
    return f;
  }();
  return made;
}

void read_records(benchmark::State& state, const Input& input) {
  ReadOptions options;
  for (auto _ : state) {
    auto reader = open_reader(input, {}, options);
    if (!reader) std::abort();
    RecordBatch batch;
    size_t records = 0;
    while (*(*reader)->next(batch, {})) records += batch.records().size();
    if (records != files().records) std::abort();
  }
  state.SetBytesProcessed(static_cast<int64_t>(files().bytes.size()) * state.iterations());
}

void plain(benchmark::State& state) { read_records(state, files().plain); }
void gzip(benchmark::State& state) { read_records(state, files().gzip); }
void zstd(benchmark::State& state) { read_records(state, files().zstd); }
BENCHMARK(plain);
BENCHMARK(gzip);
BENCHMARK(zstd);

// The limit: the lines found in memory, nothing read and nothing parsed.
void lines_in_memory(benchmark::State& state) {
  const std::string& bytes = files().bytes;
  for (auto _ : state) {
    size_t lines = 0;
    for (const char *at = bytes.data(), *end = at + bytes.size(); at < end; ++lines) {
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(end - at))) + 1;
    }
    if (lines != files().records) std::abort();
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes.size()) * state.iterations());
}
BENCHMARK(lines_in_memory);

}  // namespace
}  // namespace doppel::ingest
