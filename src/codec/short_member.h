// A gzip member for a few hundred bytes of text: a note, a revisit.
//
// A packer for pages spends 9 us on such a record, nearly all of it on clearing its tables and on
// making a code for a text that is hardly longer than the description of the code. Here the code is
// the fixed one of deflate and the table has 4 KiB: some 1.6 us, and an eighth more bytes. The same
// bytes in give the same bytes out, everywhere. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace doppel::codec {

// Longer records are worth a code of their own.
inline constexpr size_t kMostShortBytes = 2048;

// Appends the member. REQUIRES: at most kMostShortBytes.
void append_short_member(std::string_view record, std::string& out);

}  // namespace doppel::codec
