#include "url/percent.h"

namespace doppel::url {
namespace {

constexpr std::string_view kUnreserved =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
constexpr std::string_view kSubDelimiters = "!$&'()*+,;=";
constexpr std::string_view kHexDigits = "0123456789ABCDEF";

constexpr PercentTable make_table(std::string_view stands, std::string_view decodes, UrlRule rule) {
  PercentTable table;
  auto mark = [&table](std::string_view bytes, uint8_t bit) {
    for (char c : bytes) table.of[static_cast<uint8_t>(c)] |= bit;
  };
  mark(kUnreserved, PercentTable::kStands | PercentTable::kDecodes);
  mark(kSubDelimiters, PercentTable::kStands);
  mark(stands, PercentTable::kStands);
  mark(decodes, PercentTable::kDecodes);
  table.decode_rule = rule;
  return table;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

void append_encoded(uint8_t byte, std::string& out) {
  out += '%';
  out += kHexDigits[byte >> 4];
  out += kHexDigits[byte & 15];
}

bool is_lower_hex(char c) { return c >= 'a'; }

}  // namespace

constexpr PercentTable kUserinfoTable = make_table(":", "", UrlRule::kPercentDecode);
constexpr PercentTable kHostTable = make_table("", "", UrlRule::kPercentDecode);
constexpr PercentTable kPathTable = make_table(":@/", "", UrlRule::kPercentDecode);
constexpr PercentTable kQueryTable = make_table(":@/?", "", UrlRule::kPercentDecode);
constexpr PercentTable kWebPathTable = make_table(":@/", ":@!$&'()*+,;=", UrlRule::kDelimiters);
// Not & = +, which have a meaning in the query of a form, and not ', which the URL standard encodes
// there.
constexpr PercentTable kWebQueryTable = make_table(":@/?", ":@/?!$()*,;", UrlRule::kDelimiters);

void append_normalised(std::string_view part, const PercentTable& table, std::string& out,
                       RuleSet& rules) {
  size_t copied = 0;  // part[0, copied) is in out
  for (size_t i = 0; i < part.size(); ++i) {
    auto byte = static_cast<uint8_t>(part[i]);
    if (table.of[byte] & PercentTable::kStands) continue;
    out.append(part, copied, i - copied);
    copied = i + 1;
    int high = -1, low = -1;
    if (byte == '%' && i + 2 < part.size()) {
      high = hex_value(part[i + 1]);
      low = hex_value(part[i + 2]);
    }
    if (high < 0 || low < 0) {
      append_encoded(byte, out);
      rules.add(UrlRule::kIllegal);
      continue;
    }
    auto decoded = static_cast<uint8_t>(high << 4 | low);
    if (table.of[decoded] & PercentTable::kDecodes) {
      out += static_cast<char>(decoded);
      rules.add(table.decode_rule);
    } else {
      append_encoded(decoded, out);
      rules.add_if(is_lower_hex(part[i + 1]) || is_lower_hex(part[i + 2]), UrlRule::kPercentCase);
    }
    i += 2;
    copied = i + 1;
  }
  out.append(part, copied);
}

}  // namespace doppel::url
