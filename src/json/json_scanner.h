// The grammar of JSON (RFC 8259), strictly and without limits but one: nesting.
//
// A second opinion beside simdjson: it checks the values simdjson passes over, finds the byte to
// name in a message, and reads our own outputs back. A lone surrogate escape is good grammar; only
// decoding fails on it.
//
// Cost: linear, a byte at a time. No recursion. Thread safety: pure functions, values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace doppel::json {

// Deeper than anything that means something, shallower than what common readers of our outputs
// bear.
inline constexpr size_t kMaxJsonDepth = 512;

// Walks over a text; every method moves past what it has checked. After a false answer fault() and
// at() say what is wrong where.
class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text, size_t at = 0) : text_(text), at_(at) {}

  // One value, white space before it included.
  bool value();
  // One string, from its opening quote.
  bool string();
  void space();
  // The byte, if it stands here.
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

// Are the escapes between a string's quotes good, its quotes and control characters having been
// seen to?
bool escapes_are_valid(std::string_view inside);

// "expected a comma or a closing bracket at byte 17"; nothing when it is one value with white space
// around.
std::optional<std::string> json_fault(std::string_view text);

// "an array", "a number"..., told by the first byte of a valid value.
std::string_view json_kind(std::string_view value);

// The text of a JSON string, given with its quotes; nothing for a lone surrogate.
// REQUIRES: is_json_value(quoted).
std::optional<std::string> decode_json_string(std::string_view quoted);

}  // namespace doppel::json
