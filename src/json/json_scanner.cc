#include "json/json_scanner.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace doppel::json {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

// Bytes that need no escape in a string: all but the quote, the backslash and control characters.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (size_t c = 0x20; c < plain.size(); ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

// The length of the escape at the beginning of `rest`; 0 if it is not a valid escape.
size_t escape_length(std::string_view rest) {
  switch (rest.size() > 1 ? rest[1] : '\0') {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': return 2;
    case 'u':
      return rest.size() >= 6 && is_hex(rest[2]) && is_hex(rest[3]) && is_hex(rest[4]) &&
                     is_hex(rest[5])
                 ? 6
                 : 0;
    default: return 0;
  }
}

void append_utf8(std::string& out, uint32_t c) {
  auto put = [&](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | c >> 6), put(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    put(0xe0 | c >> 12), put(0x80 | (c >> 6 & 0x3f)), put(0x80 | (c & 0x3f));
  } else {
    put(0xf0 | c >> 18), put(0x80 | (c >> 12 & 0x3f));
    put(0x80 | (c >> 6 & 0x3f)), put(0x80 | (c & 0x3f));
  }
}

uint32_t hex4(std::string_view digits) {
  uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + 4, value, 16);
  return value;
}

bool is_high_surrogate(uint32_t c) { return c >= 0xd800 && c < 0xdc00; }
bool is_low_surrogate(uint32_t c) { return c >= 0xdc00 && c < 0xe000; }

// Decodes \uXXXX, or a surrogate pair of them, at the beginning of `rest`, and removes it.
std::optional<uint32_t> take_unicode_escape(std::string_view& rest) {
  constexpr size_t kEscapeBytes = 6;
  uint32_t first = hex4(rest.substr(2));
  rest.remove_prefix(kEscapeBytes);
  if (is_low_surrogate(first)) return std::nullopt;
  if (!is_high_surrogate(first)) return first;
  if (!rest.starts_with("\\u")) return std::nullopt;
  uint32_t second = hex4(rest.substr(2));
  if (!is_low_surrogate(second)) return std::nullopt;
  rest.remove_prefix(kEscapeBytes);
  return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

char simple_escape(char letter) {
  switch (letter) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return letter;  // quote, backslash, slash
  }
}

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

bool escapes_are_valid(std::string_view inside) {
  while (true) {
    inside.remove_prefix(std::min(inside.find('\\'), inside.size()));
    do {
      if (inside.empty()) return true;
      size_t length = escape_length(inside);
      if (length == 0) return false;
      inside.remove_prefix(length);
    } while (inside.starts_with('\\'));
  }
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

std::optional<std::string> decode_json_string(std::string_view quoted) {
  std::string_view rest = quoted.substr(1, quoted.size() - 2);
  std::string out;
  out.reserve(rest.size());
  while (!rest.empty()) {
    size_t plain = rest.find('\\');
    out.append(rest.substr(0, plain));
    if (plain == rest.npos) break;
    rest.remove_prefix(plain);
    if (rest[1] == 'u') {
      std::optional<uint32_t> c = take_unicode_escape(rest);
      if (!c) return std::nullopt;
      append_utf8(out, *c);
    } else {
      out.push_back(simple_escape(rest[1]));
      rest.remove_prefix(2);
    }
  }
  return out;
}

}  // namespace doppel::json
