// Parses one line of JSONL to a record, or to a reason why it is rejected.
//
// A record is one JSON object in valid UTF-8 whose text is a string, or, if it has no text, whose
// html is one. text, html and url must not contain a lone surrogate. Of repeated keys the last
// counts, and keys are compared after decoding. The whole line is checked, including fields that
// are not used; nesting deeper than 512 is refused.
//
// simdjson On-Demand finds the tokens, and json_scanner.h checks those that simdjson skips. Cost:
// linear, near 2 GB/s. Memory: five times the largest line so far, freed after a line above 1 MiB.
// Not thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "base/arena.h"
#include "doppel/read.h"

namespace doppel::ingest {

class JsonRecordParser {
 public:
  // Readable bytes, of any value, that must follow a line.
  static constexpr size_t kPadding = 64;

  // `events`: as in ReadOptions.
  explicit JsonRecordParser(FieldNames fields, bool events = false);
  JsonRecordParser(JsonRecordParser&&) noexcept;
  ~JsonRecordParser();

  // Sets text or payload, and what else a record of JSONL may have, or reject and detail. Views
  // point into `line` or the arena. `first`: a byte order mark at the beginning of the line is
  // skipped. REQUIRES: kPadding bytes after the line are readable.
  void parse(std::string_view line, bool first, Arena& arena, Record& record);
  // Decodes a valid JSON string, given without its quotes; the result is a view of it, or in the
  // arena. False if it has a lone surrogate. REQUIRES: the closing quote follows, and kPadding
  // readable bytes after that.
  bool decode(std::string_view inside, Arena& arena, std::string_view& out);

 private:
  struct Fields;
  struct Simdjson;

  bool find_fields(std::string_view line, Fields& fields);
  bool fill(const Fields& fields, Arena& arena, Record& record);
  void fill_optional(const Fields& fields, Arena& arena, Record& record);
  std::string_view optional_string(std::string_view json, Arena& arena);
  void reject_line(std::string_view whole, std::string_view line, Arena& arena, Record& record);

  FieldNames names_;
  bool events_;
  std::unique_ptr<Simdjson> simdjson_;
};

}  // namespace doppel::ingest
