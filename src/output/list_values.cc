#include "output/list_values.h"

#include "archive/digest.h"
#include "json/json_string.h"

namespace doppel::output {
namespace {

// The beginning of a text, up to a whole code point, followed by the hash of all of it.
std::string cut(std::string_view utf8, size_t longest) {
  size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(utf8[end]) & 0xC0) == 0x80) --end;
  std::string out(utf8.substr(0, end));
  out += "...sha256:";
  constexpr std::string_view kHex = "0123456789abcdef";
  for (char c : archive::sha256(utf8)) {
    const auto byte = static_cast<unsigned char>(c);
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

}  // namespace

std::string_view listed_url(std::string_view url, std::string& room) {
  if (url.size() <= kLongestListedUrl) return url;
  room = cut(url, kLongestListedUrl);
  return room;
}

std::string_view listed_id(std::string_view json, std::string& room) {
  if (json.size() <= kLongestListedId) return json;
  room.clear();
  json::append_json_string(room, cut(json, kLongestListedId));
  return room;
}

}  // namespace doppel::output
