// Converts a mask to the positions of its one bits, eight bits at a time. Pure values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace doppel::text {

// For each byte, the positions of its one bits, lowest first, then zeros.
inline constexpr auto kBitPositions = [] {
  std::array<std::array<uint8_t, 8>, 256> out{};
  for (size_t byte = 0; byte < out.size(); ++byte) {
    for (size_t bit = 0, count = 0; bit < 8; ++bit) {
      if (byte >> bit & 1) out[byte][count++] = static_cast<uint8_t>(bit);
    }
  }
  return out;
}();

// Byte i of the result is the number of one bits in bytes 0 to i of `bits`. It does not use a
// population count instruction, which not every target has.
constexpr uint64_t running_counts(uint64_t bits) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  bits -= bits >> 1 & kOnes * 0x55;
  bits = (bits & kOnes * 0x33) + (bits >> 2 & kOnes * 0x33);
  return ((bits + (bits >> 4)) & kOnes * 0x0F) * kOnes;
}

}  // namespace doppel::text
