// Where do two texts differ? What is left of them without the lines that both begin with and the
// lines that both end with.
//
//   left    Home | The fox runs. | It is quick. | Imprint
//   right   Home | The fox ran.  | It is quick. | Imprint
//                  [ left over ]
//
// No token crosses a line feed, so two texts have the same words if and only if the lines that are
// left over have. Pages of one site are mostly told apart by a few lines.
//
// Cost: linear, at the speed of comparing memory. Thread safety: pure function.
#pragma once

#include <string_view>

namespace doppel::texts {

struct DifferingLines {
  std::string_view left, right;
};

DifferingLines differing_lines(std::string_view left, std::string_view right);

}  // namespace doppel::texts
