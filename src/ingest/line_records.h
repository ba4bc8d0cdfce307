// Readers of inputs that are lines: each line, or the whole file, becomes a record.
#pragma once

#include <string_view>
#include <utility>

#include "ingest/inputs.h"
#include "ingest/line_reader.h"
#include "ingest/reader.h"

namespace doppel::ingest {

// A derived class parses the lines.
class LineRecords : public Reader {
 public:
  // Readable bytes, all zero, that follow a line in the arena.
  static constexpr size_t kPadding = 64;

  LineRecords(const Input& input, const Split& split, LineReader lines)
      : path_(input.path), split_(split), lines_(std::move(lines)) {}

  Result<bool> next(RecordBatch& batch, const BatchLimits& limits) override;
  Position position() const override { return {split_.input, records_, lines_.offset(), 0}; }

 protected:
  // Parses record.bytes, a line in the arena, to the record. `first`: the first line of the input.
  virtual void parse(bool first, Arena& arena, Record& record) = 0;

  std::string_view path() const { return path_; }

 private:
  void push(const Line& line, RecordBatch& batch);

  std::string_view path_;
  Split split_;
  LineReader lines_;
  uint64_t records_ = 0;  // so far
};

}  // namespace doppel::ingest
