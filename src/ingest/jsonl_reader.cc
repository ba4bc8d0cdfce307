#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "codec/compression.h"
#include "ingest/archive_input.h"
#include "ingest/documents.h"
#include "ingest/json_record.h"
#include "ingest/line_reader.h"
#include "io/file.h"

namespace doppel::ingest {
namespace {

class JsonlReader : public Reader {
 public:
  JsonlReader(const Input& input, const Split& split, const ReadOptions& options, LineReader lines)
      : path_(input.path), split_(split), lines_(std::move(lines)), parser_(options.fields) {}

  Result<bool> next(RecordBatch& batch, const BatchLimits& limits) override {
    batch.clear();
    uint64_t begin = lines_.offset();
    size_t bytes = 0;
    Line line;
    while (batch.records().size() < limits.records && bytes < limits.bytes) {
      Result<bool> more = lines_.next(line);
      if (!more) return more;
      if (!*more) break;
      push(line, batch);
      bytes += line.bytes.size();
    }
    batch.add_input_bytes(lines_.offset() - begin);
    return !batch.records().empty();
  }

  Position position() const override { return {split_.input, records_, lines_.offset(), 0}; }

 private:
  void push(const Line& line, RecordBatch& batch) {
    Record record;
    record.at = {split_.input, records_, line.offset, line.length};
    record.input = path_;
    record.id = "null";
    if (line.reject == Reject::kNone) {
      size_t size = line.bytes.size();
      char* copy = batch.arena().allocate(size + JsonRecordParser::kPadding);
      std::memcpy(copy, line.bytes.data(), size);
      std::memset(copy + size, 0, JsonRecordParser::kPadding);
      record.bytes = {copy, size};
      if (is_document(path_)) {
        record.kind = is_html_document(path_) ? Kind::kHtml : Kind::kPlain;
        record.payload = record.bytes;
      } else {
        bool first = split_.begin == 0 && records_ == 0;
        parser_.parse(record.bytes, first, batch.arena(), record);
      }
    } else {
      record.reject = line.reject;
      record.detail = batch.arena().copy(line.detail);
    }
    batch.push(record);
    ++records_;
  }

  std::string_view path_;
  Split split_;
  LineReader lines_;
  JsonRecordParser parser_;
  uint64_t records_ = 0;  // so far
};

// Where the first byte of a record stands; the file's size when there is none.
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

// Cuts a plain file every target bytes; the last piece takes the remainder.
Status cut(const Input& input, Split whole, uint64_t target, std::vector<Split>& splits) {
  Result<uint64_t> first = first_record_byte(input.data_path());
  if (!first) return first.error();
  uint64_t begin = 0;
  uint64_t end = (*first / target + 1) * target;
  while (end < input.size && input.size - end >= target) {
    splits.push_back({whole.input, begin, end, true});
    begin = end;
    end += target;
  }
  splits.push_back({whole.input, begin, UINT64_MAX, true});
  return {};
}

}  // namespace

Status split_lines(const Input& input, uint32_t index, uint64_t target_bytes,
                   std::vector<Split>& splits) {
  Split whole{index};
  Result<codec::Compression> compression = codec::compression_of(input.data_path());
  if (!compression) return compression.error();
  if (*compression == codec::Compression::kNone) return cut(input, whole, target_bytes, splits);
  splits.push_back(whole);
  return {};
}

Result<std::unique_ptr<Reader>> open_lines(const Input& input, const Split& split,
                                           const ReadOptions& options, TableMemory* memory) {
  Result<LineReader> lines =
      LineReader::open(input, {split.begin, split.end}, options.max_record_bytes, memory);
  if (!lines) return lines.error();
  return std::unique_ptr<Reader>(
      std::make_unique<JsonlReader>(input, split, options, *std::move(lines)));
}

Result<std::unique_ptr<Reader>> lines_over(std::unique_ptr<codec::ByteStream> stream,
                                           const Input& input, const Split& split,
                                           const ReadOptions& options, TableMemory* memory) {
  Result<LineReader> lines = LineReader::over(std::move(stream), {split.begin, split.end},
                                              options.max_record_bytes, memory);
  if (!lines) return lines.error();
  return std::unique_ptr<Reader>(
      std::make_unique<JsonlReader>(input, split, options, *std::move(lines)));
}

}  // namespace doppel::ingest
