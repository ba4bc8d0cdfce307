#include "json/json_writer.h"

#include <charconv>

#include "json/json_string.h"

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

}  // namespace doppel::json
