// Lines of JSON: the format of every input that no other format accepts.
#include <array>
#include <utility>

#include "ingest/format.h"
#include "ingest/json_record.h"
#include "ingest/line_records.h"
#include "io/file.h"

namespace doppel::ingest {
namespace {

using codec::Compression;

static_assert(LineRecords::kPadding >= JsonRecordParser::kPadding);

class JsonlReader final : public LineRecords {
 public:
  JsonlReader(const Input& input, const Split& split, const ReadOptions& options, LineReader lines)
      : LineRecords(input, split, std::move(lines)), parser_(options.fields, options.events) {}

 private:
  void parse(bool first, Arena& arena, Record& record) override {
    parser_.parse(record.bytes, first, arena, record);
  }

  JsonRecordParser parser_;
};

// The offset of the first byte of a record; the file's size if there is none.
Result<uint64_t> first_record_byte(const std::string& path) {
  Result<io::File> file = io::File::open(path);
  if (!file) return file.error();
  std::array<char, 4096> chunk;
  for (uint64_t offset = 0;; offset += chunk.size()) {
    Result<size_t> n = file->read(chunk);
    if (!n) return n.error();
    size_t found = std::string_view(chunk.data(), *n).find_first_not_of(" \t\r\n");
    if (found != std::string_view::npos) return offset + found;
    if (*n < chunk.size()) return offset + *n;
  }
}

class JsonlContent final : public Content {
 public:
  JsonlContent(const Format& format, Compression compression) : Content(format, compression) {}

  std::string_view suffix() const override { return ".jsonl"; }
  bool has_texts_in_place() const override { return compression() == Compression::kNone; }

  // Splits a plain file every target bytes; the last split takes the remainder.
  Status plan_splits(const Input& input, uint32_t index, uint64_t target,
                     std::vector<Split>& splits) const override {
    if (compression() != Compression::kNone) {
      splits.push_back({index});
      return {};
    }
    Result<uint64_t> first = first_record_byte(input.data_path());
    if (!first) return first.error();
    uint64_t begin = 0;
    uint64_t end = (*first / target + 1) * target;
    while (end < input.size && input.size - end >= target) {
      splits.push_back({index, begin, end});
      begin = end;
      end += target;
    }
    splits.push_back({index, begin, UINT64_MAX});
    return {};
  }

  Result<std::unique_ptr<Reader>> open_reader(const Input& input, const Split& split,
                                              const ReadOptions& options,
                                              TableMemory* memory) const override {
    return reader(LineReader::open(input.data_path(), {split.begin, split.end},
                                   options.max_record_bytes, memory),
                  input, split, options);
  }

  Result<std::unique_ptr<Reader>> read_stream(std::unique_ptr<codec::ByteStream> stream,
                                              const Input& input, const Split& split,
                                              const ReadOptions& options,
                                              TableMemory* memory) const override {
    return reader(LineReader::over(std::move(stream), {split.begin, split.end},
                                   options.max_record_bytes, memory),
                  input, split, options);
  }

 private:
  static Result<std::unique_ptr<Reader>> reader(Result<LineReader> lines, const Input& input,
                                                const Split& split, const ReadOptions& options) {
    if (!lines) return lines.error();
    return std::unique_ptr<Reader>(
        std::make_unique<JsonlReader>(input, split, options, *std::move(lines)));
  }
};

class JsonlFormat final : public Format {
 public:
  bool has_name(std::string_view path) const override {
    path = codec::without_suffix(path);
    return path.ends_with(".jsonl") || path.ends_with(".ndjson") || path.ends_with(".json");
  }

  Result<ContentPtr> recognise(const Input& input) const override {
    auto compression = codec::compression_of(input.data_path());
    if (!compression) return compression.error();
    return ContentPtr(std::make_shared<JsonlContent>(*this, *compression));
  }

  ContentPtr recognise_stream(std::string_view, std::string_view) const override {
    return std::make_shared<JsonlContent>(*this, Compression::kNone);
  }
};

}  // namespace

const Format& jsonl_format() {
  static const JsonlFormat format;
  return format;
}

}  // namespace doppel::ingest
