// Which lines of a page's full text are its main content?
//
// The main content of a page is made of whole lines of its full text, in order. So the words of
// both views can be found in one pass over the full text, piece by piece:
//
//   full   Home About | The fox runs. | It is quick. | Share | The end. | Imprint
//   main                The fox runs. | It is quick. |         The end.
//   pieces [ outside ]  [ main                     ] [ out.] [ main   ] [ outside ]
//
// Cost: linear, and little beside finding the words. Thread safety: pure functions.
#pragma once

#include <string_view>
#include <vector>

namespace doppel::texts {

// Some lines of a full text that stand together, without the line feeds around them.
struct TextPiece {
  std::string_view text;
  bool in_main = false;

  friend bool operator==(const TextPiece&, const TextPiece&) = default;
};

// Replaces `out` by pieces that make up `full`; those in main make up `main`. False if the lines of
// `main` are not found in `full`, each after the one before: `out` then has no meaning.
bool split_by_main(std::string_view main, std::string_view full, std::vector<TextPiece>& out);

}  // namespace doppel::texts
