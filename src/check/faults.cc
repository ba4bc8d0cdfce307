#include "check/faults.h"

#include "doppel/text.h"

namespace doppel::checks {

std::string printable(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (char c : valid_utf8(text)) {
    auto byte = static_cast<uint8_t>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out.push_back(c);
    } else {
      out.append("\\x").push_back(kDigits[byte >> 4]);
      out.push_back(kDigits[byte & 15]);
    }
  }
  return out;
}

}  // namespace doppel::checks
