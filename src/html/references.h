// Character references: &amp; &copy &#8211; &#x2013; as the HTML standard reads them.
//
// Cost: a few tens of nanoseconds, whatever follows the &; digits are read to their end. Thread
// safety: pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace doppel::html {

// What a reference stands for, as UTF-8.
struct Reference {
  size_t consumed = 0;  // bytes of the page, the & included; 0: the & stands for itself
  size_t size = 0;      // bytes of `utf8`
  char utf8[8] = {};
};

// Reads the reference at the beginning of `at`. In an attribute a name without a semicolon that
// goes on with a letter, a digit or '=' is no reference: ?a=1&copy=2. REQUIRES: at begins with '&'.
Reference read_reference(std::string_view at, bool in_attribute);

// Writes one code point as UTF-8; the number of bytes. REQUIRES: a scalar value, four bytes.
size_t write_utf8(char32_t point, char* out);

// The value of an attribute: references decoded, NUL as U+FFFD.
void append_attribute_value(std::string_view raw, std::string& out);

}  // namespace doppel::html
