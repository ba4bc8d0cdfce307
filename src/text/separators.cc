#include "text/separators.h"

#include <array>
#include <bit>

#include "characters/code_points.h"

namespace doppel::text {
namespace {

// Bit i is set if the code point first + i is a separator.
uint64_t separators_from(char32_t first) {
  uint64_t out = 0;
  for (char32_t i = 0; i < 64; ++i) {
    out |= uint64_t{characters::code_point(first + i).kind() == characters::Kind::kSeparator} << i;
  }
  return out;
}

struct Sets {
  uint64_t latin = separators_from(0x80);
  std::array<uint64_t, 64> symbols = [] {
    std::array<uint64_t, 64> out;
    for (char32_t i = 0; i < out.size(); ++i) out[i] = separators_from(0x2000 + 64 * i);
    return out;
  }();
};

bool continues(unsigned byte) { return (byte & 0xC0) == 0x80; }

}  // namespace

uint64_t common_separators(const char* block, uint64_t leads, uint64_t& behind) {
  static const Sets sets;
  uint64_t here = 0;
  behind = 0;
  for (; leads != 0; leads &= leads - 1) {
    const auto at = static_cast<unsigned>(std::countr_zero(leads));
    const auto* bytes = reinterpret_cast<const unsigned char*>(block + at);
    uint64_t set = sets.latin, mask = 0b11;
    unsigned last = bytes[1];
    if (bytes[0] == kSymbolLead) {
      if (!continues(last)) continue;
      set = sets.symbols[last % 64];
      mask = 0b111;
      last = bytes[2];
    }
    if (!continues(last) || (set >> last % 64 & 1) == 0) continue;
    here |= mask << at;
    if (at > 61) behind = mask >> (64 - at);
  }
  return here;
}

}  // namespace doppel::text
