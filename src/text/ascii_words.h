// The fast path: words of ASCII letters and digits, found 64 bytes at a time without a branch a
// byte.
#pragma once

#include <cstddef>
#include <string_view>

#include "text/tokenizer.h"

namespace doppel::text {

// Appends the words that stand in utf8 from `at` on and are ASCII to their last neighbour, in small
// letters, and stops before the first that touches a byte above 0x7F, or at such a byte, or at the
// end. Returns where it stopped.
// REQUIRES: no word is under way at `at`.
size_t append_ascii_words(std::string_view utf8, size_t at, Tokens& out);

}  // namespace doppel::text
