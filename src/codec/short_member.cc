// Greedy LZ77 with one table of the last position of every four bytes. Headers repeat whole names,
// so this is nearly as good as zlib at level 6, which tries many positions: 405 bytes instead of
// 396. Then deflate's fixed code (RFC 1951, 3.2.6):
//
//   literal 0..143     8 bits from 00110000       length 256..279   7 bits from 0000000
//   literal 144..255   9 bits from 110010000      length 280..287   8 bits from 11000000
//   distance           5 bits
//
// Huffman codes are written with their first bit first, everything else with its lowest bit first,
// so the codes are reversed when the tables are made.
//
// Tested by short_member_test.cc: what is packed is unpacked, at every length and every distance.
#include "codec/short_member.h"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <utility>

namespace doppel::codec {
namespace {

constexpr size_t kMinMatch = 4, kMaxMatch = 258;
constexpr unsigned kEndOfBlock = 256;

struct Code {
  uint32_t bits = 0;
  uint32_t size = 0;
};

constexpr uint32_t reversed(uint32_t bits, uint32_t size) {
  uint32_t out = 0;
  for (uint32_t i = 0; i < size; ++i) out |= (bits >> i & 1) << (size - 1 - i);
  return out;
}

constexpr Code fixed_code(uint32_t symbol) {
  if (symbol < 144) return {reversed(0x30 + symbol, 8), 8};
  if (symbol < 256) return {reversed(0x190 + symbol - 144, 9), 9};
  if (symbol < 280) return {reversed(symbol - 256, 7), 7};
  return {reversed(0xC0 + symbol - 280, 8), 8};
}

constexpr auto make_literals() {
  std::array<Code, 257> out;
  for (uint32_t i = 0; i < out.size(); ++i) out[i] = fixed_code(i);
  return out;
}

// By length: the code of its class and the bits that tell it from others of the class. A class
// spans 1, 2, 4, 8, 16 or 32 lengths, each span four times; 258 is a class of its own.
constexpr auto make_lengths() {
  std::array<Code, kMaxMatch + 1> out;
  uint32_t symbol = 257, length = 3;
  for (uint32_t extra = 0; extra <= 5; ++extra) {
    for (int classes = extra == 0 ? 8 : 4; classes > 0; --classes, ++symbol) {
      const Code code = fixed_code(symbol);
      for (uint32_t i = 0; i < uint32_t{1} << extra && length < kMaxMatch; ++i, ++length) {
        out[length] = {code.bits | i << code.size, code.size + extra};
      }
    }
  }
  out[kMaxMatch] = fixed_code(285);
  return out;
}

constexpr auto kLiterals = make_literals();
constexpr auto kLengths = make_lengths();

// Two classes for each power of two, from 4 on: by the bit after the highest one.
constexpr Code distance_code(uint32_t distance) {
  const uint32_t from_zero = distance - 1;
  if (from_zero < 2) return {reversed(from_zero, 5), 5};
  const auto extra = static_cast<uint32_t>(std::bit_width(from_zero)) - 2;
  const uint32_t symbol = 2 * extra + (from_zero >> extra);
  return {reversed(symbol, 5) | (from_zero & ((1U << extra) - 1)) << 5, 5 + extra};
}

class BitWriter {
 public:
  explicit BitWriter(char* out) : out_(out) {}

  // REQUIRES: at most 32 bits.
  void put(Code code) {
    held_ |= uint64_t{code.bits} << count_;
    count_ += code.size;
    if (count_ < 32) return;
    put_bytes(static_cast<uint32_t>(held_), 4);
    held_ >>= 32;
    count_ -= 32;
  }
  // The end: what is held, filled up to a byte.
  char* finish() {
    put_bytes(static_cast<uint32_t>(held_), (count_ + 7) / 8);
    return out_;
  }

 private:
  void put_bytes(uint32_t value, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; ++i) *out_++ = static_cast<char>(value >> (8 * i));
  }

  char* out_;
  uint64_t held_ = 0;
  uint32_t count_ = 0;
};

uint32_t four_bytes(const char* at) {
  uint32_t out = 0;
  for (size_t i = 0; i < 4; ++i) out |= uint32_t{static_cast<uint8_t>(at[i])} << (8 * i);
  return out;
}

// The last position of every four bytes, plus one; 0: none.
class LastPositions {
 public:
  // Returns the position before this one, and stores this one.
  size_t change(uint32_t bytes, size_t position) {
    uint16_t& slot = slots_[bytes * 0x9E3779B1U >> (32 - kBits)];
    return std::exchange(slot, static_cast<uint16_t>(position + 1));
  }

 private:
  static constexpr int kBits = 11;
  std::array<uint16_t, size_t{1} << kBits> slots_{};
};

char* deflate(std::string_view text, char* out) {
  const char* begin = text.data();
  BitWriter writer(out);
  writer.put({0b011, 3});  // the last block, of the fixed code
  LastPositions positions;
  size_t at = 0;
  while (at + kMinMatch <= text.size()) {
    const uint32_t here = four_bytes(begin + at);
    const size_t before = positions.change(here, at);
    if (before == 0 || four_bytes(begin + before - 1) != here) {
      writer.put(kLiterals[static_cast<uint8_t>(begin[at++])]);
      continue;
    }
    const size_t distance = at - (before - 1), most = std::min(text.size() - at, kMaxMatch);
    size_t length = kMinMatch;
    while (length < most && begin[at + length] == begin[at + length - distance]) ++length;
    writer.put(kLengths[length]);
    writer.put(distance_code(static_cast<uint32_t>(distance)));
    const size_t end = at + length;
    for (++at; at < end && at + kMinMatch <= text.size(); ++at) {
      positions.change(four_bytes(begin + at), at);
    }
    at = end;
  }
  for (; at < text.size(); ++at) writer.put(kLiterals[static_cast<uint8_t>(begin[at])]);
  writer.put(kLiterals[kEndOfBlock]);
  return writer.finish();
}

char* put_u32(uint32_t value, char* out) {
  for (int shift = 0; shift < 32; shift += 8) *out++ = static_cast<char>(value >> shift);
  return out;
}

}  // namespace

void append_short_member(std::string_view record, std::string& out) {
  assert(record.size() <= kMostShortBytes);
  // Deflate, no name, no time, packed fast, by an unknown system.
  constexpr std::string_view kHead("\x1f\x8b\x08\0\0\0\0\0\x04\xff", 10);
  std::array<char, kHead.size() + kMostShortBytes / 8 * 9 + 16> member;
  std::memcpy(member.data(), kHead.data(), kHead.size());
  char* end = deflate(record, member.data() + kHead.size());
  end = put_u32(libdeflate_crc32(0, record.data(), record.size()), end);
  end = put_u32(static_cast<uint32_t>(record.size()), end);
  out.append(member.data(), static_cast<size_t>(end - member.data()));
}

}  // namespace doppel::codec
