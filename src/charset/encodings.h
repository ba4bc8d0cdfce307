// The encodings of the web and their labels, by the Encoding standard: "latin1" means windows-1252.
//
// Thread safety: constants and pure functions.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace doppel::charset {

struct Encoding {
  std::string_view name;    // the standard's, in lower case
  const char* converter;    // ICU's name for it
  bool ascii;               // bytes below 0x80 always mean what they mean in ASCII
  std::string_view labels;  // each with a space around it, in lower case
};

std::span<const Encoding> encodings();

// The encoding with that label, in any case and with white space around it; nullptr if there is
// none.
const Encoding* find_encoding(std::string_view label);

const Encoding& utf8_encoding();
const Encoding& windows_1252();
const Encoding& utf16le();
const Encoding& utf16be();

}  // namespace doppel::charset
