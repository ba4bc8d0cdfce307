// One line of JSONL becomes a record, or says why it does not.
//
// A record is one JSON object in valid UTF-8 whose text is a string, or whose html is, where there
// is no text; text, html and url hold no lone surrogate; of repeated keys the last counts, and keys
// are compared decoded. The whole line is checked, fields nobody asked for included; nesting deeper
// than 512 is refused.
//
// The work is done by simdjson On-Demand, which finds the tokens, and json_scanner.h, which checks
// those that simdjson passes over. Cost: linear, near 2 GB/s. Memory: five times the largest line
// so far, given back after a line above 1 MiB. Not thread-safe.
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

  explicit JsonRecordParser(FieldNames fields);
  JsonRecordParser(JsonRecordParser&&) noexcept;
  ~JsonRecordParser();

  // Sets text or payload, encoded, url, id and score of the record, or reject and detail. Views
  // point into `line` or the arena. `first`: a byte order mark at the line's beginning is passed
  // over. REQUIRES: kPadding bytes after the line may be read.
  void parse(std::string_view line, bool first, Arena& arena, Record& record);
  // The text of a valid JSON string, given without its quotes: a view of it, or in the arena.
  // False: a lone surrogate. REQUIRES: the closing quote follows, and kPadding bytes may be read
  // behind it.
  bool decode(std::string_view inside, Arena& arena, std::string_view& out);

 private:
  struct Fields;
  struct Simdjson;

  bool find_fields(std::string_view line, Fields& fields);
  bool fill(const Fields& fields, Arena& arena, Record& record);
  void reject_line(std::string_view whole, std::string_view line, Arena& arena, Record& record);

  FieldNames names_;
  std::unique_ptr<Simdjson> simdjson_;
};

}  // namespace doppel::ingest
