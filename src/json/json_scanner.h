// The grammar of JSON (RFC 8259), strictly. The only limit is the depth of nesting.
//
// It complements simdjson: it checks the values that simdjson skips, finds the byte to name in a
// message, and reads our own outputs. A lone surrogate escape is valid grammar; only decoding it
// fails.
//
// Cost: linear, a byte at a time. No recursion. Thread safety: pure functions, values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace doppel::json {

// Deeper than any useful value, and less than the limit of common JSON readers.
inline constexpr size_t kMaxJsonDepth = 512;

// Scans a text; every method moves past what it has checked. After a method has returned false,
// fault() says what is wrong and at() where.
class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text, size_t at = 0) : text_(text), at_(at) {}

  // One value, white space before it included.
  bool value();
  // One string, from its opening quote.
  bool string();
  void space();
  // Moves past the byte if it is the next one.
  bool take(char c);

  size_t at() const { return at_; }
  bool at_end() const { return at_ == text_.size(); }
  std::string_view fault() const { return fault_; }

 private:
  bool scalar();
  bool number();
  bool digits();
  bool word(std::string_view expected);
  bool member_key();
  bool escape();
  bool fail(std::string_view what);

  std::string_view text_;
  size_t at_;
  std::string_view fault_;
};

// Is it exactly one JSON value, without white space around it?
bool is_json_value(std::string_view text);

// "expected a comma or a closing bracket at byte 17"; nullopt if the text is one value, with or
// without white space around it.
std::optional<std::string> json_fault(std::string_view text);

// "an array", "a number" and so on, by the first byte of a valid value.
std::string_view json_kind(std::string_view value);

}  // namespace doppel::json
