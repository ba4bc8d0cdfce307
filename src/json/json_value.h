// Reads small JSON: summary.json, a line of duplicates.jsonl, a list of search results.
//
// A JsonDocument owns the text of one JSON value and has checked all of it; a JsonValue is a view
// of a part. Errors are kCorrupt and name the key: "similarity: no such key", "record: a string,
// not a whole number". Values stay text until they are asked for, so numbers are never rounded.
//
// Cost: parse() and every get() are linear in the value's text. Not for the hot path; that is
// json_record.h. Thread safety: immutable values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"

namespace doppel::json {

// Valid while its JsonDocument lives.
class JsonValue {
 public:
  // The value of an object's key; the last one if the key is repeated.
  Result<JsonValue> get(std::string_view key) const;
  // The elements of an array.
  Result<std::vector<JsonValue>> array() const;
  // The values of an object, in order.
  Result<std::vector<JsonValue>> values() const;
  Result<std::string> string() const;
  Result<uint64_t> u64() const;
  Result<bool> boolean() const;
  // The key of this value, as written between its quotes; empty for an array element or the root.
  std::string_view key() const { return key_; }
  // The text of the value, without white space around it.
  std::string_view raw() const { return raw_; }

  // get() and the type in one step.
  Result<std::string> get_string(std::string_view key) const;
  Result<uint64_t> get_u64(std::string_view key) const;
  Result<std::vector<JsonValue>> get_array(std::string_view key) const;

 private:
  friend class JsonDocument;
  JsonValue(std::string_view raw, std::string_view key) : raw_(raw), key_(key) {}
  Status wrong(std::string_view wanted) const;

  std::string_view raw_;
  std::string_view key_;  // raw text of the key it was found under, for messages
};

class JsonDocument {
 public:
  // kCorrupt names the byte where the text stops being valid JSON.
  static Result<JsonDocument> parse(std::string text);
  JsonValue root() const;

 private:
  explicit JsonDocument(std::unique_ptr<const std::string> text) : text_(std::move(text)) {}

  std::unique_ptr<const std::string> text_;  // on the heap, so that views survive a move
};

// A whole small file, such as summary.json. Messages begin with the path.
Result<JsonDocument> read_json_file(const std::string& path);

}  // namespace doppel::json
