#include "texts/text_views.h"

#include <cstdint>
#include <cstring>

namespace doppel::texts {
namespace {

constexpr char kMarker = '\xFF';
constexpr char kOneView = '\x00', kTwoViews = '\x01';
constexpr size_t kHeadBytes = 10;
constexpr size_t kLongestTitle = 4096;

void write_u32(char* out, size_t value) {
  for (size_t i = 0; i < 4; ++i) out[i] = static_cast<char>(value >> (8 * i));
}

size_t read_u32(const char* in) {
  size_t out = 0;
  for (size_t i = 0; i < 4; ++i) out |= size_t{static_cast<uint8_t>(in[i])} << (8 * i);
  return out;
}

}  // namespace

TextViews read_views(std::string_view stored) {
  if (stored.size() < 2 || stored[0] != kMarker) return {stored, stored, {}, false};
  if (stored[1] == kOneView) return {stored.substr(2), stored.substr(2), {}, false};
  if (stored[1] != kTwoViews || stored.size() < kHeadBytes) return {stored, stored, {}, false};
  const size_t main = read_u32(stored.data() + 2), title = read_u32(stored.data() + 6);
  stored.remove_prefix(kHeadBytes);
  return {stored.substr(0, main), stored.substr(main + title), stored.substr(main, title), true};
}

std::string_view store_view(std::string_view text, std::string& room) {
  if (text.empty() || text[0] != kMarker) return text;
  room.assign({kMarker, kOneView}).append(text);
  return room;
}

std::string_view store_views(std::string_view main, std::string_view full, std::string_view title,
                             Arena& arena) {
  const size_t bytes = kHeadBytes + main.size() + title.size() + full.size();
  char* out = arena.allocate(bytes);
  out[0] = kMarker;
  out[1] = kTwoViews;
  write_u32(out + 2, main.size());
  write_u32(out + 6, title.size());
  char* to = out + kHeadBytes;
  for (std::string_view part : {main, title, full}) {
    if (!part.empty()) std::memcpy(to, part.data(), part.size());
    to += part.size();
  }
  return {out, bytes};
}

std::string_view stored_title(std::string_view title) {
  if (title.size() <= kLongestTitle) return title;
  size_t end = kLongestTitle;
  while (end > 0 && (static_cast<uint8_t>(title[end]) & 0xC0) == 0x80) --end;
  return title.substr(0, end);
}

bool SameViews::operator()(std::string_view left, std::string_view right) {
  if (left == right) return true;
  const TextViews a = read_views(left), b = read_views(right);
  if (a.two != b.two) return false;
  if (!a.two) return same_words_(a.main, b.main);
  return same_words_(a.full, b.full) && same_words_(a.main, b.main) &&
         same_words_(a.title, b.title);
}

}  // namespace doppel::texts
