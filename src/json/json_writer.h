// Writes JSON on one line, from beginning to end: {"a": 1, "b": ["x", null]}.
//
// The separators are those of Python's json.dumps: ", " and ": ". The writer adds the commas. Text
// must be UTF-8 and is copied; quotes, backslashes and control characters are escaped.
//
//   JsonWriter json;
//   json.begin_object().key("record").number(7).key("url").string(url).end_object();
//   file.write(json.take_line());
//
// REQUIRES: begin and end calls match, a key before every value of an object. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace doppel::json {

// A key that is known at compile time, already in the form in which it is written.
class JsonKey {
 public:
  consteval JsonKey(const char* name) {  // NOLINT(google-explicit-constructor): key("url")
    append('"');
    for (; *name != 0; ++name) {
      if (*name < ' ' || *name == '"' || *name == '\\') throw "a name that needs escapes";
      append(*name);
    }
    for (char c : {'"', ':', ' '}) append(c);
  }
  std::string_view text() const { return {text_.data(), size_}; }

 private:
  consteval void append(char c) { text_.at(size_++) = c; }

  std::array<char, 32> text_ = {};
  size_t size_ = 0;
};

class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }

  JsonWriter& key(const JsonKey& name);
  // A key that is known only at run time.
  JsonWriter& key_of(std::string_view name);
  JsonWriter& string(std::string_view utf8);
  JsonWriter& number(uint64_t value);
  JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }
  // A value that is already JSON text: an id that was read, a formatted number.
  JsonWriter& raw(std::string_view json);
  // num / den with six decimals, truncated, not rounded: 2/3 is 0.666666. 0/0 is 1.000000, because
  // two empty sets are equal.
  JsonWriter& decimal6(uint64_t num, uint64_t den);
  // Truncated to milliseconds: 1.234. For "seconds".
  JsonWriter& seconds(double value);

  const std::string& text() const { return out_; }
  // Everything written, followed by "\n". Empties the writer. Valid until the next call.
  const std::string& take_line();
  // What was written since the last call; the value may continue. Valid until the next call.
  const std::string& take_piece();

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();

  std::string out_, line_;
  bool needs_comma_ = false;  // the last thing written was a value
};

// The text of decimal6(), for tables.
std::string decimal6_text(uint64_t num, uint64_t den);

}  // namespace doppel::json
