// Shows two texts as one, with the differences marked: [-only left-] {+only right+}.
//
// Words are shown normalised, as the engine compares them. Of a long equal stretch only the words
// next to a difference are shown, and of a long difference only its beginning; "... 120 words ..."
// says how many are left out.
#pragma once

#include <string>
#include <vector>

#include "similarity/differences.h"

namespace doppel::cli {

// The lines are indented by two spaces and have at most 96 columns, unless one word is longer.
// Empty when nothing differs.
std::string marked_differences(const std::vector<std::string>& left,
                               const std::vector<std::string>& right,
                               const std::vector<similarity::Stretch>& stretches);

}  // namespace doppel::cli
