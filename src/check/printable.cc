#include "check/printable.h"

#include "doppel/text.h"

namespace doppel::checks {
namespace {

void append_escaped(std::string& out, uint8_t byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out.append("\\x").push_back(kDigits[byte >> 4]);
  out.push_back(kDigits[byte & 15]);
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr uint8_t kC1Lead = 0xc2, kFirstAfterC1 = 0xa0;  // U+0080 to U+009F are C2 80 to C2 9F
  const std::string valid = valid_utf8(text);
  std::string out;
  for (size_t i = 0; i < valid.size(); ++i) {
    const auto byte = static_cast<uint8_t>(valid[i]);
    const uint8_t next = i + 1 < valid.size() ? static_cast<uint8_t>(valid[i + 1]) : 0;
    if (byte < 0x20 || byte == 0x7f) {
      append_escaped(out, byte);
    } else if (byte == kC1Lead && next < kFirstAfterC1) {
      append_escaped(out, next);
      ++i;
    } else {
      out.push_back(valid[i]);
    }
  }
  return out;
}

}  // namespace doppel::checks
