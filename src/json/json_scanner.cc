#include "json/json_scanner.h"

#include <array>

#include "json/json_string.h"

namespace doppel::json {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Bytes that need no escape in a string: all but the quote, the backslash and control characters.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (size_t c = 0x20; c < plain.size(); ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

}  // namespace

// A loop with a stack of the open brackets: each level of nesting costs one byte, not a stack
// frame.
bool JsonScanner::value() {
  std::string open;
  while (true) {
    space();
    char c = at_end() ? '\0' : text_[at_];
    if (c == '{' || c == '[') {
      if (open.size() == kMaxJsonDepth) return fail("nested more than 512 deep");
      ++at_;
      space();
      if (!take(c == '{' ? '}' : ']')) {
        open.push_back(c);
        if (c == '{' && !member_key()) return false;
        continue;
      }
    } else if (!scalar()) {
      return false;
    }
    // A value ends here: take the closing brackets, then go on to the next value, if there is one.
    while (true) {
      if (open.empty()) return true;
      space();
      if (take(',')) break;
      if (!take(open.back() == '{' ? '}' : ']')) {
        return fail("expected a comma or a closing bracket");
      }
      open.pop_back();
    }
    if (open.back() == '{' && !member_key()) return false;
  }
}

bool JsonScanner::string() {
  if (!take('"')) return fail("expected a key in double quotes");
  while (!at_end()) {
    char c = text_[at_];
    if (kPlain[static_cast<unsigned char>(c)]) {
      ++at_;
    } else if (c == '"') {
      ++at_;
      return true;
    } else if (c != '\\') {
      return fail("control character in a string");
    } else if (!escape()) {
      return false;
    }
  }
  return fail("unterminated string");
}

void JsonScanner::space() {
  while (!at_end() &&
         (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
    ++at_;
  }
}

bool JsonScanner::take(char c) {
  if (at_end() || text_[at_] != c) return false;
  ++at_;
  return true;
}

bool JsonScanner::scalar() {
  if (at_end()) return fail("expected a value");
  switch (text_[at_]) {
    case '"': return string();
    case 't': return word("true");
    case 'f': return word("false");
    case 'n': return word("null");
    default: return number();
  }
}

bool JsonScanner::number() {
  bool negative = take('-');
  if (at_end() || !is_digit(text_[at_])) {
    return fail(negative ? "expected a digit" : "expected a value");
  }
  if (!take('0') && !digits()) return false;
  if (take('.') && !digits()) return false;
  if (take('e') || take('E')) {
    if (!take('+')) take('-');
    if (!digits()) return false;
  }
  return true;
}

bool JsonScanner::digits() {
  size_t begin = at_;
  while (!at_end() && is_digit(text_[at_])) ++at_;
  return at_ > begin || fail("expected a digit");
}

bool JsonScanner::word(std::string_view expected) {
  if (!text_.substr(at_).starts_with(expected)) return fail("expected a value");
  at_ += expected.size();
  return true;
}

// A member's key and its colon.
bool JsonScanner::member_key() {
  space();
  if (!string()) return false;
  space();
  return take(':') || fail("expected a colon");
}

bool JsonScanner::escape() {
  size_t length = escape_length(text_.substr(at_));
  at_ += length;
  return length > 0 || fail("unknown escape");
}

bool JsonScanner::fail(std::string_view what) {
  fault_ = what;
  return false;
}

bool is_json_value(std::string_view text) {
  if (text.empty() || std::string_view(" \t\r\n").find(text[0]) != std::string_view::npos) {
    return false;
  }
  JsonScanner scanner(text);
  return scanner.value() && scanner.at_end();
}

std::optional<std::string> json_fault(std::string_view text) {
  JsonScanner scanner(text);
  std::string_view fault;
  if (!scanner.value()) {
    fault = scanner.fault();
  } else {
    scanner.space();
    if (scanner.at_end()) return std::nullopt;
    fault = "unexpected data after the value";
  }
  return std::string(fault) + " at byte " + std::to_string(scanner.at());
}

std::string_view json_kind(std::string_view value) {
  switch (value.empty() ? '\0' : value[0]) {
    case '{': return "an object";
    case '[': return "an array";
    case '"': return "a string";
    case 't': return "true";
    case 'f': return "false";
    case 'n': return "null";
    default: return "a number";
  }
}

}  // namespace doppel::json
