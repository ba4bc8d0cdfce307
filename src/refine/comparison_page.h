// One HTML page that shows results before and after refining, side by side.
//
// Self-contained: no script, nothing to fetch. Whatever came with the results is escaped; an
// address becomes a link only if it begins with http:// or https://. Cost: linear. Thread safety:
// pure function.
#pragma once

#include <string>

#include "doppel/refine.h"

namespace doppel::refine {

std::string comparison_page(const RefineRequest& request, const RefineRules& rules,
                            const Refined& refined);

}  // namespace doppel::refine
