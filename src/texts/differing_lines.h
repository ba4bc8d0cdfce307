// Where do two texts differ? Returns both texts without the lines that both begin with and the
// lines that both end with.
//
//   left    Home | The fox runs. | It is quick. | Imprint
//   right   Home | The fox ran.  | It is quick. | Imprint
//                  [ differing ]
//
// No token crosses a line feed, so two texts have the same words if and only if their differing
// lines have the same words. Pages of one site usually differ in a few lines only.
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
