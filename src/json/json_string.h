// JSON strings: escaping a text, and unescaping it again.
//
// Records of JSONL inputs are unescaped by simdjson (ingest/json_record.cc), which is faster on
// long texts and gives the same text.
//
// Cost: linear. Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace doppel::json {

// Appends the text as a JSON string, with its quotes. Quotes, backslashes and control characters
// are escaped; everything else is copied. REQUIRES: the text is UTF-8.
void append_json_string(std::string& out, std::string_view utf8);

// Decodes a JSON string, given with its quotes; nullopt if it has a lone surrogate.
// REQUIRES: is_json_value(quoted).
std::optional<std::string> decode_json_string(std::string_view quoted);

// Whether the escapes in a string are valid. `inside` is what is between its quotes; the caller
// has already checked it for quotes and control characters.
bool escapes_are_valid(std::string_view inside);

// The length of the escape at the beginning of `rest`, for example 2 for \n and 6 for \u0041; 0 if
// it is not a valid escape. REQUIRES: rest begins with a backslash.
size_t escape_length(std::string_view rest);

}  // namespace doppel::json
