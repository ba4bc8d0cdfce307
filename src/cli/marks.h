// Two texts in one, with the differences marked: [-only left-] {+only right+}.
//
// Words are shown as the engine sees them, normalised. Long equal stretches are cut to the words
// next to a difference, long differences to their beginning; "... 120 words ..." says how many are
// left out.
#pragma once

#include <string>
#include <vector>

#include "similarity/differences.h"

namespace doppel::cli {

// Lines of at most 96 columns where words allow it, each indented by two spaces and ended. Empty
// when nothing differs.
std::string marked_differences(const std::vector<std::string>& left,
                               const std::vector<std::string>& right,
                               const std::vector<similarity::Stretch>& stretches);

}  // namespace doppel::cli
