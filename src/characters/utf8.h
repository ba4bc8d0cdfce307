// Code points from UTF-8, and back.
//
// An invalid sequence is read as one U+FFFD: of a sequence that breaks off, all that could have
// been the beginning of a code point; else a single byte (the Unicode Standard, 3.9, "maximal
// subparts"). Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace doppel::characters {

inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr size_t kLongestUtf8 = 4;  // bytes of a code point

namespace internal {

// Is this a byte that continues a code point? Then its bits are added to `c`.
constexpr bool continues(std::string_view utf8, size_t& at, char32_t& c) {
  if (at >= utf8.size()) return false;
  const auto byte = static_cast<unsigned char>(utf8[at]);
  if ((byte & 0xC0) != 0x80) return false;
  c = c << 6 | (byte & 0x3F);
  ++at;
  return true;
}

// The second byte decides whether a code point of three or four bytes is too long, a surrogate, or
// beyond Unicode.
constexpr bool second_continues(std::string_view utf8, size_t& at, unsigned char lead,
                                char32_t& c) {
  if (at >= utf8.size()) return false;
  const auto second = static_cast<unsigned char>(utf8[at]);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
      (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) {
    return false;
  }
  return continues(utf8, at, c);
}

}  // namespace internal

// The code point at `at`, which moves past it; U+FFFD for an invalid sequence.
// REQUIRES: at < utf8.size().
constexpr char32_t next_code_point(std::string_view utf8, size_t& at) {
  const auto lead = static_cast<unsigned char>(utf8[at++]);
  if (lead < 0x80) return lead;
  if (lead < 0xC2 || lead > 0xF4) return kReplacement;
  if (lead < 0xE0) {
    char32_t c = lead & 0x1F;
    return internal::continues(utf8, at, c) ? c : kReplacement;
  }
  if (lead < 0xF0) {
    char32_t c = lead & 0x0F;
    return internal::second_continues(utf8, at, lead, c) && internal::continues(utf8, at, c)
               ? c
               : kReplacement;
  }
  char32_t c = lead & 0x07;
  return internal::second_continues(utf8, at, lead, c) && internal::continues(utf8, at, c) &&
                 internal::continues(utf8, at, c)
             ? c
             : kReplacement;
}

// Writes the bytes of a code point to `to`; returns how many. REQUIRES: room for kLongestUtf8, or
// for what it has.
constexpr size_t put_utf8(char32_t c, char* to) {
  if (c < 0x80) {
    to[0] = static_cast<char>(c);
    return 1;
  }
  if (c < 0x800) {
    to[0] = static_cast<char>(0xC0 | c >> 6);
    to[1] = static_cast<char>(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    to[0] = static_cast<char>(0xE0 | c >> 12);
    to[1] = static_cast<char>(0x80 | (c >> 6 & 0x3F));
    to[2] = static_cast<char>(0x80 | (c & 0x3F));
    return 3;
  }
  to[0] = static_cast<char>(0xF0 | c >> 18);
  to[1] = static_cast<char>(0x80 | (c >> 12 & 0x3F));
  to[2] = static_cast<char>(0x80 | (c >> 6 & 0x3F));
  to[3] = static_cast<char>(0x80 | (c & 0x3F));
  return 4;
}

}  // namespace doppel::characters
