#include "charset/direct_decoders.h"

#include <algorithm>
#include <cstring>

namespace doppel::charset {
namespace {

constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";  // U+FFFD
constexpr uint32_t kReplacement = 0xBDBFEF;                     // the same as a number

uint8_t byte_at(std::string_view page, size_t at) { return static_cast<uint8_t>(page[at]); }

uint32_t size_of(uint32_t utf8) { return utf8 > 0xFFFF ? 3 : utf8 > 0xFF ? 2 : 1; }

// Copies up to the next byte beyond ASCII, by eights.
void copy_ascii(std::string_view page, size_t& at, char*& out) {
  constexpr uint64_t kHigh = 0x8080808080808080;
  for (; at + 8 <= page.size(); at += 8, out += 8) {
    uint64_t eight = 0;
    std::memcpy(&eight, page.data() + at, 8);
    if ((eight & kHigh) != 0) break;
    std::memcpy(out, &eight, 8);
  }
  while (at < page.size() && byte_at(page, at) < 0x80) *out++ = page[at++];
}

// Writes four bytes, of which the first ones count.
void put(uint32_t utf8, char*& out) {
  for (int i = 0; i < 4; ++i) out[i] = static_cast<char>(utf8 >> (8 * i));
  out += size_of(utf8);
}

// The range of the second byte of a sequence, by its lead byte; later bytes may be any of 80 to BF.
struct Sequence {
  size_t size = 0;  // 0: nothing begins so
  uint8_t low = 0x80, high = 0xBF;
};

Sequence sequence_of(uint8_t lead) {
  if (lead < 0xC2 || lead > 0xF4) return {};
  if (lead < 0xE0) return {.size = 2};
  if (lead == 0xE0) return {.size = 3, .low = 0xA0};
  if (lead == 0xED) return {.size = 3, .high = 0x9F};
  if (lead < 0xF0) return {.size = 3};
  if (lead == 0xF0) return {.size = 4, .low = 0x90};
  return lead == 0xF4 ? Sequence{.size = 4, .high = 0x8F} : Sequence{.size = 4};
}

}  // namespace

Converted convert_bytes(std::string_view page, const ByteTable& table, char* out) {
  Converted done;
  const char* begin = out;
  for (size_t at = 0; copy_ascii(page, at, out), at < page.size(); ++at) {
    const uint32_t utf8 = table.utf8[byte_at(page, at) - 0x80];
    done.broken += utf8 == kReplacement;
    done.beyond_ascii += utf8 >= 0x80;
    put(utf8, out);
  }
  done.bytes = static_cast<size_t>(out - begin);
  return done;
}

Converted repair_utf8(std::string_view page, char* out) {
  Converted done;
  const char* begin = out;
  for (size_t at = 0; copy_ascii(page, at, out), at < page.size(); ++done.beyond_ascii) {
    const Sequence sequence = sequence_of(byte_at(page, at));
    size_t good = 1;
    uint8_t low = sequence.low, high = sequence.high;
    while (good < sequence.size && at + good < page.size() && byte_at(page, at + good) >= low &&
           byte_at(page, at + good) <= high) {
      ++good;
      low = 0x80;
      high = 0xBF;
    }
    if (good == sequence.size) {
      done.broken += page.substr(at, good) == kReplacementBytes;
      out = std::copy_n(page.data() + at, good, out);
    } else {
      put(kReplacement, out);
      ++done.broken;
    }
    at += good;
  }
  done.bytes = static_cast<size_t>(out - begin);
  return done;
}

}  // namespace doppel::charset
