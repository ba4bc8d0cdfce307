#include "json/json_value.h"

#include <charconv>
#include <functional>
#include <optional>

#include "io/file.h"
#include "json/json_scanner.h"
#include "json/json_string.h"

namespace doppel::json {
namespace {

// Calls on_member(key with its quotes, value) for an object, or with an empty key for an array.
// REQUIRES: raw is a valid object or array.
void for_each_child(std::string_view raw,
                    const std::function<void(std::string_view, std::string_view)>& on_child) {
  bool object = raw[0] == '{';
  JsonScanner scanner(raw, 1);
  scanner.space();
  if (scanner.take('}') || scanner.take(']')) return;
  do {
    std::string_view key;
    if (object) {
      scanner.space();
      size_t begin = scanner.at();
      scanner.string();
      key = raw.substr(begin, scanner.at() - begin);
      scanner.space();
      scanner.take(':');
    }
    scanner.space();
    size_t begin = scanner.at();
    scanner.value();
    on_child(key, raw.substr(begin, scanner.at() - begin));
    scanner.space();
  } while (scanner.take(','));
}

}  // namespace

Status JsonValue::wrong(std::string_view wanted) const {
  constexpr size_t kMostShown = 40;  // a number is shown as it is, unless it is very long
  const std::string_view kind = json_kind(raw_);
  const std::string_view got = kind == "a number" && raw_.size() <= kMostShown ? raw_ : kind;
  return corrupt((key_.empty() ? "expected " : "\"" + std::string(key_) + "\" must be ") +
                 std::string(wanted) + " (got " + std::string(got) + ")");
}

Result<JsonValue> JsonValue::get(std::string_view key) const {
  if (raw_[0] != '{') return wrong("an object");
  std::optional<JsonValue> found;
  for_each_child(raw_, [&](std::string_view quoted, std::string_view value) {
    std::string_view plain = quoted.substr(1, quoted.size() - 2);
    if (plain == key || decode_json_string(quoted) == key) found = JsonValue(value, plain);
  });
  if (!found) return corrupt("the key \"" + std::string(key) + "\" is missing");
  return *found;
}

Result<std::vector<JsonValue>> JsonValue::array() const {
  if (raw_[0] != '[') return wrong("an array");
  std::vector<JsonValue> out;
  for_each_child(raw_, [&](std::string_view, std::string_view value) {
    out.push_back(JsonValue(value, key_));
  });
  return out;
}

Result<std::vector<JsonValue>> JsonValue::values() const {
  if (raw_[0] != '{') return wrong("an object");
  std::vector<JsonValue> out;
  for_each_child(raw_, [&](std::string_view quoted, std::string_view value) {
    out.push_back(JsonValue(value, quoted.substr(1, quoted.size() - 2)));
  });
  return out;
}

Result<std::string> JsonValue::string() const {
  if (raw_[0] != '"') return wrong("a string");
  std::optional<std::string> text = decode_json_string(raw_);
  if (!text) return corrupt("\"" + std::string(key_) + "\" contains a lone surrogate");
  return *std::move(text);
}

Result<uint64_t> JsonValue::u64() const {
  uint64_t value = 0;
  auto [end, error] = std::from_chars(raw_.data(), raw_.data() + raw_.size(), value);
  if (error != std::errc() || end != raw_.data() + raw_.size()) return wrong("a whole number");
  return value;
}

Result<bool> JsonValue::boolean() const {
  if (raw_ == "true") return true;
  if (raw_ == "false") return false;
  return wrong("true or false");
}

Result<std::string> JsonValue::get_string(std::string_view key) const {
  Result<JsonValue> value = get(key);
  if (!value) return value.error();
  return value->string();
}

Result<uint64_t> JsonValue::get_u64(std::string_view key) const {
  Result<JsonValue> value = get(key);
  if (!value) return value.error();
  return value->u64();
}

Result<std::vector<JsonValue>> JsonValue::get_array(std::string_view key) const {
  Result<JsonValue> value = get(key);
  if (!value) return value.error();
  return value->array();
}

Result<JsonDocument> JsonDocument::parse(std::string text) {
  if (std::optional<std::string> fault = json_fault(text))
    return corrupt("not valid JSON: " + *fault);
  return JsonDocument(std::make_unique<const std::string>(std::move(text)));
}

JsonValue JsonDocument::root() const {
  constexpr std::string_view kSpace = " \t\r\n";
  size_t begin = text_->find_first_not_of(kSpace);
  size_t end = text_->find_last_not_of(kSpace) + 1;
  return JsonValue(std::string_view(*text_).substr(begin, end - begin), {});
}

Result<JsonDocument> read_json_file(const std::string& path) {
  constexpr size_t kChunkBytes = size_t{64} << 10;
  Result<io::File> file = io::File::open(path);
  if (!file) return file.error();
  std::string text;
  for (size_t size = 0;;) {
    text.resize(size + kChunkBytes);
    Result<size_t> n = file->read({text.data() + size, kChunkBytes});
    if (!n) return n.error();
    size += *n;
    if (*n == kChunkBytes) continue;
    text.resize(size);
    break;
  }
  Result<JsonDocument> document = JsonDocument::parse(std::move(text));
  if (!document) return corrupt(path + ": " + document.error().message());
  return document;
}

}  // namespace doppel::json
