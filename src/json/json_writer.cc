#include "json/json_writer.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

namespace doppel::json {

namespace {

// Digits after the sixth are dropped, not rounded.
void append_decimal6(std::string& out, uint64_t num, uint64_t den) {
  constexpr uint64_t kMillion = 1'000'000;
  if (den == 0) num = den = 1;
  __extension__ using Product = unsigned __int128;
  const auto millionths = static_cast<uint64_t>(Product{num % den} * kMillion / den);
  char digits[28];
  char* end = std::to_chars(digits, digits + sizeof digits, num / den).ptr;
  // A digit 1 in front keeps the leading zeros of the fraction; it is replaced by the point.
  char* last = std::to_chars(end, digits + sizeof digits, kMillion + millionths).ptr;
  *end = '.';
  out.append(digits, last);
}

}  // namespace

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  out_.push_back(bracket);
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  out_.push_back(bracket);
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(const JsonKey& name) {
  separate();
  out_ += name.text();
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::key_of(std::string_view name) {
  separate();
  append_json_string(out_, name);
  out_ += ": ";
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view utf8) {
  separate();
  append_json_string(out_, utf8);
  return *this;
}

JsonWriter& JsonWriter::number(uint64_t value) {
  char digits[20];
  const char* end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  return raw({digits, static_cast<size_t>(end - digits)});
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

JsonWriter& JsonWriter::decimal6(uint64_t num, uint64_t den) {
  separate();
  append_decimal6(out_, num, den);
  return *this;
}

JsonWriter& JsonWriter::seconds(double value) {
  uint64_t ms = value > 0 ? static_cast<uint64_t>(value * 1000) : 0;
  std::string rest = std::to_string(1000 + ms % 1000).substr(1);
  return raw(std::to_string(ms / 1000) + "." + rest);
}

const std::string& JsonWriter::take_line() {
  needs_comma_ = false;
  out_.push_back('\n');
  line_.swap(out_);
  out_.clear();
  return line_;
}

const std::string& JsonWriter::take_piece() {
  line_.swap(out_);
  out_.clear();
  return line_;
}

void JsonWriter::separate() {
  if (needs_comma_) out_ += ", ";
  needs_comma_ = true;
}

std::string decimal6_text(uint64_t num, uint64_t den) {
  std::string out;
  append_decimal6(out, num, den);
  return out;
}

namespace {

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
