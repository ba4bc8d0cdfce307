#include "json/json_string.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace doppel::json {
namespace {

bool is_hex(char c) { return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

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

// How many bytes at the beginning need no escape. Looks at eight at a time: subtracting 1 from a
// zero byte borrows from its top bit, so the lowest top bit that is set marks the first zero byte.
// Bytes above it may be marked wrongly, which does not matter.
size_t plain_bytes(std::string_view utf8) {
  constexpr uint64_t kOnes = 0x0101010101010101, kTops = 0x80 * kOnes;
  size_t at = 0;
  for (; at + 8 <= utf8.size(); at += 8) {
    uint64_t bytes;
    std::memcpy(&bytes, utf8.data() + at, 8);
    if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
    auto zero_bytes = [&](uint64_t x) { return (x - kOnes) & ~x & kTops; };
    const uint64_t control = (bytes - 0x20 * kOnes) & ~bytes & kTops;
    const uint64_t special =
        control | zero_bytes(bytes ^ ('"' * kOnes)) | zero_bytes(bytes ^ ('\\' * kOnes));
    if (special != 0) return at + static_cast<size_t>(std::countr_zero(special)) / 8;
  }
  while (at < utf8.size() && static_cast<unsigned char>(utf8[at]) >= 0x20 && utf8[at] != '"' &&
         utf8[at] != '\\') {
    ++at;
  }
  return at;
}

void append_escaped(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '"': out += "\\\""; break;
    case '\\': out += "\\\\"; break;
    case '\n': out += "\\n"; break;
    case '\r': out += "\\r"; break;
    case '\t': out += "\\t"; break;
    case '\b': out += "\\b"; break;
    case '\f': out += "\\f"; break;
    default:
      out += "\\u00";
      out.push_back(kHex[c >> 4]);
      out.push_back(kHex[c & 15]);
  }
}

}  // namespace

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

void append_json_string(std::string& out, std::string_view utf8) {
  out.push_back('"');
  for (size_t at = 0; at < utf8.size();) {
    const size_t plain = plain_bytes(utf8.substr(at));
    out.append(utf8, at, plain);
    at += plain;
    if (at < utf8.size()) append_escaped(out, utf8[at++]);
  }
  out.push_back('"');
}

}  // namespace doppel::json
