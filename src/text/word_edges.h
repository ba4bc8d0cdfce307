// Where does a word begin, and where does it end? This is the first of two passes over a text; the
// second (tokenizer.cc) makes tokens of the words found here.
//
//   text         N o   “ c a f é ”   4 2 .
//   words        [ ]     [     ]     [ ]
//   with others            ^
//
// A word here is a maximal sequence of ASCII letters, ASCII digits and bytes beyond ASCII, without
// the common separators beyond ASCII (typographic quotes, dashes, bullets, the no-break space and
// their neighbours in Unicode). A word of ASCII is a token. A word with other bytes can be one
// token, several tokens or none, but never a part of a token, because it ends at separators.
//
// Cost: about 0.2 ns per byte, independent of the words. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace doppel::text {

// The words of a piece of a text; positions are relative to the beginning of the piece. About 12
// KB.
struct WordEdges {
  static constexpr size_t kBlock = 64;
  static constexpr size_t kPiece = 64 * kBlock;

  size_t begin(size_t word) const { return edges[2 * word]; }
  size_t end(size_t word) const { return edges[2 * word + 1]; }

  size_t words = 0;
  size_t others = 0;  // words with bytes beyond ASCII
  size_t bytes = 0;   // where the piece ends: not within a word
  // Beginning and end of each word, alternating. Written in blocks, so there is room after the
  // last.
  uint16_t edges[kPiece + kBlock];
  uint16_t other_words[kPiece / 2 + 1];  // their numbers, in order
};

// Replaces `out` by the words at the beginning of the text: of all of it, or of at most kPiece
// bytes, after which the next call continues. Takes no byte only if the first word is longer than
// kPiece.
void find_words(std::string_view text, WordEdges& out);

}  // namespace doppel::text
