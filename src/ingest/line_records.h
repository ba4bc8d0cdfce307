// Readers of inputs that are lines: each line, or the whole file, becomes a record.
#pragma once

#include <cstring>
#include <string_view>
#include <utility>

#include "ingest/inputs.h"
#include "ingest/line_reader.h"
#include "ingest/reader.h"

namespace doppel::ingest {

// What becomes of a line is said by a derived class.
class LineRecords : public Reader {
 public:
  // Readable bytes, all zero, that follow a line in the arena.
  static constexpr size_t kPadding = 64;

  LineRecords(const Input& input, const Split& split, LineReader lines)
      : path_(input.path), split_(split), lines_(std::move(lines)) {}

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

 protected:
  // Fills what the line decides; record.bytes is the line, in the arena. `first`: of the input.
  virtual void parse(bool first, Arena& arena, Record& record) = 0;

  std::string_view path() const { return path_; }

 private:
  void push(const Line& line, RecordBatch& batch) {
    Record record;
    record.at = {split_.input, records_, line.offset, line.length};
    record.input = path_;
    record.id = "null";
    if (line.reject == Reject::kNone) {
      size_t size = line.bytes.size();
      char* copy = batch.arena().allocate(size + kPadding);
      std::memcpy(copy, line.bytes.data(), size);
      std::memset(copy + size, 0, kPadding);
      record.bytes = {copy, size};
      parse(split_.begin == 0 && records_ == 0, batch.arena(), record);
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
  uint64_t records_ = 0;  // so far
};

}  // namespace doppel::ingest
