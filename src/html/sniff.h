// Do these bytes begin as a page in HTML does? Asked where nothing says what they are.
//
// A byte order mark and white space may come first. Case does not matter. Cost: a few comparisons.
// Pure function.
#pragma once

#include <string_view>

namespace doppel::html {

bool begins_like_html(std::string_view bytes);

}  // namespace doppel::html
