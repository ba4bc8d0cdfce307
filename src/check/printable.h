// Text that is safe to print on a terminal.
//
// File names, URLs and fields of a folder are untrusted and may contain escape sequences that move
// the cursor or change what is shown. Control characters (C0, DEL and C1) are written as \xNN, and
// bytes that are not UTF-8 become U+FFFD; everything else is unchanged.
//
// Cost: linear. Thread safety: pure function. Never fails.
#pragma once

#include <string>
#include <string_view>

namespace doppel::checks {

std::string printable(std::string_view text);

}  // namespace doppel::checks
