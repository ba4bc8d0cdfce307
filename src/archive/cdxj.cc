#include "archive/cdxj.h"

#include <charconv>
#include <new>

#include "doppel/url.h"
#include "json/json_value.h"
#include "json/json_writer.h"

namespace doppel::archive {
namespace {

void write_text(json::JsonWriter& json, const json::JsonKey& key, const std::string& value) {
  if (!value.empty()) json.key(key).string(value);
}

std::string text_of(const json::JsonValue& object, std::string_view key) {
  auto found = object.get_string(key);
  return found ? *std::move(found) : std::string();
}

// A number, or a string of its digits; 0 when missing.
uint64_t number_of(const json::JsonValue& object, std::string_view key) {
  if (auto number = object.get_u64(key)) return *number;
  std::string text = text_of(object, key);
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : 0;
}

}  // namespace

std::string cdxj_key(std::string_view url) {
  auto safe = canonical_url(url, UrlLevel::kSafe);
  // An error because memory ran out must not be taken for an invalid URL.
  if (!safe && safe.error().code() != StatusCode::kInvalidArgument) throw std::bad_alloc();
  if (!safe) return std::string(url.substr(0, url.find_first_of(" \t\r\n")));
  auto key = surt(*safe, {.scheme = false, .trailing_comma = false});
  if (!key && key.error().code() != StatusCode::kInvalidArgument) throw std::bad_alloc();
  if (!key) return *safe;
  std::string out = *std::move(key);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  if (size_t host_end = out.find(')');
      host_end != out.npos && host_end >= 4 && out.compare(host_end - 4, 4, ",www") == 0) {
    out.erase(host_end - 4, 4);
  }
  return out;
}

std::string cdxj_line(const CdxjEntry& entry) {
  json::JsonWriter json;
  json.begin_object();
  write_text(json, "url", entry.url);
  write_text(json, "mime", entry.mime);
  write_text(json, "status", entry.status);
  write_text(json, "digest", entry.digest);
  json.key("length").string(std::to_string(entry.length));
  json.key("offset").string(std::to_string(entry.offset));
  write_text(json, "filename", entry.filename);
  json.end_object();
  return entry.key + " " + entry.timestamp + " " + json.take_line();
}

Result<CdxjEntry> parse_cdxj_line(std::string_view line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  size_t first = line.find(' ');
  size_t second = first == line.npos ? line.npos : line.find(' ', first + 1);
  if (second == line.npos) return corrupt("not a line of a CDXJ index");
  CdxjEntry entry;
  entry.key = line.substr(0, first);
  entry.timestamp = line.substr(first + 1, second - first - 1);
  bool digits = entry.timestamp.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || entry.timestamp.size() < 4) return corrupt("not a timestamp: " + entry.timestamp);
  auto document = json::JsonDocument::parse(std::string(line.substr(second + 1)));
  if (!document) return document.error();
  const json::JsonValue& root = document->root();
  entry.url = text_of(root, "url");
  entry.mime = text_of(root, "mime");
  entry.status = text_of(root, "status");
  entry.digest = text_of(root, "digest");
  entry.filename = text_of(root, "filename");
  entry.offset = number_of(root, "offset");
  entry.length = number_of(root, "length");
  return entry;
}

}  // namespace doppel::archive
