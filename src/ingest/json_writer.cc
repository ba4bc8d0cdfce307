#include "ingest/json_writer.h"

#include <utility>

namespace doppel::ingest {

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

JsonWriter& JsonWriter::key(std::string_view name) {
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

JsonWriter& JsonWriter::number(uint64_t value) { return raw(std::to_string(value)); }

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

JsonWriter& JsonWriter::decimal6(uint64_t num, uint64_t den) {
  return raw(decimal6_text(num, den));
}

JsonWriter& JsonWriter::seconds(double value) {
  uint64_t ms = value > 0 ? static_cast<uint64_t>(value * 1000) : 0;
  std::string rest = std::to_string(1000 + ms % 1000).substr(1);
  return raw(std::to_string(ms / 1000) + "." + rest);
}

std::string JsonWriter::take_line() {
  needs_comma_ = false;
  out_.push_back('\n');
  return std::exchange(out_, {});
}

void JsonWriter::separate() {
  if (needs_comma_) out_ += ", ";
  needs_comma_ = true;
}

std::string decimal6_text(uint64_t num, uint64_t den) {
  constexpr uint64_t kMillion = 1'000'000;
  if (den == 0) return "1.000000";
  // The decimals one by one, as by hand: nothing is rounded and nothing overflows below 2^60.
  std::string out = std::to_string(num / den) + ".";
  uint64_t rest = num % den;
  for (uint64_t place = 1; place < kMillion; place *= 10) {
    rest *= 10;
    out.push_back(static_cast<char>('0' + rest / den));
    rest %= den;
  }
  return out;
}

namespace {

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
  size_t plain = 0;  // where the run of bytes that stand for themselves begins
  for (size_t i = 0; i < utf8.size(); ++i) {
    char c = utf8[i];
    if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\') continue;
    out.append(utf8, plain, i - plain);
    append_escaped(out, c);
    plain = i + 1;
  }
  out.append(utf8, plain);
  out.push_back('"');
}

}  // namespace doppel::ingest
