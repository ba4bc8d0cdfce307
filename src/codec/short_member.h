// A gzip member for a few hundred bytes of text, such as a revisit record.
//
// A general compressor spends 9 us on such a record, nearly all of it on clearing its tables and on
// making a Huffman code for a text that is hardly longer than the description of the code. This one
// uses the fixed code of deflate and a table of 4 KiB: some 1.6 us, and an eighth more bytes. The
// same input gives the same bytes on every machine. Pure function.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace doppel::codec {

// Longer records are better compressed with a Huffman code of their own.
inline constexpr size_t kMostShortBytes = 2048;

// Appends the member. REQUIRES: at most kMostShortBytes.
void append_short_member(std::string_view record, std::string& out);

}  // namespace doppel::codec
