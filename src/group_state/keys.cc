#include "group_state/keys.h"

#include <algorithm>
#include <charconv>

namespace doppel::group_state {

namespace {

constexpr std::string_view kLoneName = "text:";
// The first byte of a number of a market that takes four more.
constexpr uint8_t kLongMarket = 0xFF;

}  // namespace

std::string lone_name(StoredTextId text) {
  return std::string(kLoneName) + std::to_string(text.value);
}

std::optional<StoredTextId> text_of_name(std::string_view name) {
  if (!name.starts_with(kLoneName)) return std::nullopt;
  StoredTextId out;
  std::from_chars(name.data() + kLoneName.size(), name.data() + name.size(), out.value);
  // Only as it is written: no other digits, no leading zero.
  return lone_name(out) == name ? std::optional(out) : std::nullopt;
}

Key& Key::number(uint64_t value, int width) {
  for (int i = width - 1; i >= 0; --i) bytes_.push_back(static_cast<char>(value >> (8 * i) & 0xFF));
  return *this;
}

Key& Key::market(group::MarketNumber market) {
  if (market < kLongMarket) return number(market, 1);
  return number(kLongMarket, 1).number(market, 4);
}

group::MarketNumber market_in(std::string_view key) {
  const std::string_view number = key.substr(std::min<size_t>(key.size(), 1));
  if (number.empty()) return 0;
  if (static_cast<uint8_t>(number[0]) < kLongMarket) return static_cast<uint8_t>(number[0]);
  return static_cast<group::MarketNumber>(number_at_end(number.substr(1, 4), 4));
}

Key& Key::column(std::string_view value) {
  for (char c : value) {
    bytes_.push_back(c);
    if (c == '\0') bytes_.push_back('\xFF');
  }
  bytes_.push_back('\0');
  bytes_.push_back('\1');
  return *this;
}

uint64_t number_at_end(std::string_view key, int width) {
  if (key.size() < static_cast<size_t>(width)) return 0;
  uint64_t out = 0;
  for (char c : key.substr(key.size() - width)) out = out << 8 | static_cast<uint8_t>(c);
  return out;
}

}  // namespace doppel::group_state
