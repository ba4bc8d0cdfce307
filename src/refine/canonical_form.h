// The canonical form of a text by Jain et al., from which chunks are made: without layout, case and
// numbering. doppel/refine.h has the function, canonical_text().
//
// Line by line: small letters (code points that fold alone, see characters/code_points.h); colons
// and default-ignorable code points dropped; dashes, quotes and white space become one space; then
// all bullets at the beginning of the line are removed. Lines are joined by
// one space, empty ones vanish. A bullet is a word of its own: a bullet sign, or up to eight parts
// of up to three digits, one letter or up to four of i, v, x, joined by points, with a point or
// bracket somewhere; several parts need a digit, so that "e.g." and "U.S." are words:
//
//   *   •   1.   a)   (iv)   a.1   2.3.4   12.)
//
// Stored: never change; filters are made of it. Idempotent. Cost: some 1 ns a byte of ASCII. Never
// fails: an invalid UTF-8 sequence becomes U+FFFD. Thread safety: pure functions.
#pragma once

#include <string_view>

namespace doppel::refine {

// Is the word a bullet or a numbering? It is in small letters.
bool is_bullet(std::string_view word);

}  // namespace doppel::refine
