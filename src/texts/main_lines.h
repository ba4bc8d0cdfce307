// Which lines of a page's full text are its main content?
//
// The main content of a page is made of whole lines of its full text, in order. So the words of
// both views can be found in one pass over the full text, piece by piece:
//
//   full   Home About | The fox runs. | It is quick. | Share | The end. | Imprint
//   main                The fox runs. | It is quick. |         The end.
//   pieces [ outside ]  [ main                     ] [ out.] [ main   ] [ outside ]
//
// Cost: linear, and small compared with tokenizing. Thread safety: pure functions.
#pragma once

#include <string_view>
#include <vector>

namespace doppel::texts {

// Consecutive lines of a full text, without the line feeds around them.
struct TextPiece {
  std::string_view text;
  bool in_main = false;

  friend bool operator==(const TextPiece&, const TextPiece&) = default;
};

// Replaces `out` with pieces that together are `full`; the pieces with `in_main` together are
// `main`. Returns false if the lines of `main` do not occur in `full` in the same order; the
// contents of `out` are then unspecified.
bool split_by_main(std::string_view main, std::string_view full, std::vector<TextPiece>& out);

}  // namespace doppel::texts
