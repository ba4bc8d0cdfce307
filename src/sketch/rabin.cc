// A rolling Rabin fingerprint. The window w0 .. w47 stands for the polynomial
//
//   f = w0 x^376 + w1 x^368 + ... + w47   mod P,   deg P = 63, coefficients in GF(2)
//
// and moves by one byte in three steps: take w0 x^376 out (a table of 256 remainders), multiply by
// x^8, add the new byte. Multiplying pushes the upper 8 of the 63 bits over the edge; what they are
// worth modulo P is another table. Addition is xor, so both tables are exact.
//
//        62       55 54                     0
//   f  [ over: 8 bits | stays              ]     f x^8 + b = (stays << 8 | b) xor table[over]
//
// The window slides over the whole text and never restarts: a boundary is a matter of the 48 bytes
// before it alone.
//
// Tested by chunks_test.cc: against the definition, byte by byte; irreducibility of P.
#include "sketch/rabin.h"

#include <algorithm>
#include <array>

#include "sketch/chunks.h"

namespace doppel::sketch {
namespace {

constexpr int kDegree = 63;
constexpr uint64_t kBelowDegree = (uint64_t{1} << kDegree) - 1;

static_assert(kRabinPolynomial >> kDegree == 1);

// f x mod P.
constexpr uint64_t times_x(uint64_t f) {
  f <<= 1;
  return f >> kDegree ? f ^ kRabinPolynomial : f;
}

constexpr uint64_t times_x8(uint64_t f) {
  for (int i = 0; i < 8; ++i) f = times_x(f);
  return f;
}

struct Tables {
  std::array<uint64_t, 256> over;  // b x^63 mod P: what the bits that leave at the top are worth
  std::array<uint64_t, 256> out;   // b x^376 mod P: what the oldest byte is worth
};

constexpr Tables make_tables() {
  Tables out{};
  for (uint64_t b = 0; b < 256; ++b) {
    uint64_t f = b;
    for (int i = 0; i < kDegree; ++i) f = times_x(f);
    out.over[b] = f;
    f = b;
    for (size_t i = 0; i + 1 < kRabinWindowBytes; ++i) f = times_x8(f);
    out.out[b] = f;
  }
  return out;
}

constexpr Tables kTables = make_tables();

uint64_t append(uint64_t f, uint8_t byte) {
  return ((f << 8 & kBelowDegree) | byte) ^ kTables.over[f >> (kDegree - 8)];
}

}  // namespace

uint64_t rabin_fingerprint(std::string_view window) {
  uint64_t f = 0;
  for (char c : window) f = times_x8(f) ^ static_cast<uint8_t>(c);
  return f;
}

void rabin_ends(std::string_view bytes, uint32_t expected_bytes, uint32_t max_bytes,
                std::vector<size_t>& ends) {
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  const uint64_t mask = expected_bytes - 1, marker = kRabinMarker & mask;
  uint64_t f = 0;
  size_t begin = 0;
  const size_t first = std::min(bytes.size(), kRabinWindowBytes);
  for (size_t i = 0; i < first; ++i) f = append(f, data[i]);
  for (size_t end = first; end < bytes.size(); ++end) {
    // f is the fingerprint of the 48 bytes before `end`.
    if ((f & mask) == marker || end - begin == max_bytes) {
      ends.push_back(end);
      begin = end;
    }
    f = append(f ^ kTables.out[data[end - kRabinWindowBytes]], data[end]);
  }
  if (begin < bytes.size()) ends.push_back(bytes.size());
}

}  // namespace doppel::sketch
