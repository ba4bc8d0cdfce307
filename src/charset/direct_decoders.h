// The two conversions to UTF-8 that are short enough to be done here: encodings of one byte a
// character, by a table, and UTF-8 with broken sequences in it. Others are ICU's.
//
// Both are some ten times as fast as a converter that knows every encoding, and say the same: each
// is held against ICU's in direct_decoders_test.cc. Pure; linear.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace doppel::charset {

// What was written, and what became of the page.
struct Converted {
  size_t bytes = 0;
  size_t beyond_ascii = 0;  // characters, U+FFFD included
  size_t broken = 0;        // U+FFFD, those of the page itself included
};

// What the bytes from 0x80 on mean: one to three bytes of UTF-8 each, the first one lowest.
// REQUIRES: bytes below 0x80 are ASCII.
struct ByteTable {
  std::array<uint32_t, 128> utf8 = {};
};

// Room that suffices for either.
constexpr size_t converted_bound(size_t page_bytes) { return 3 * page_bytes + 16; }

Converted convert_bytes(std::string_view page, const ByteTable& table, char* out);

// A sequence that breaks off is U+FFFD as far as it could have been one, and the byte that broke it
// is looked at again: as the Encoding standard wants it.
Converted repair_utf8(std::string_view page, char* out);

}  // namespace doppel::charset
