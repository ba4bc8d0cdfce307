// Do these bytes look like the beginning of an HTML page? For content without a media type or name.
//
// A byte order mark and white space may come first. Case does not matter. Cost: a few comparisons.
// Pure function.
#pragma once

#include <string_view>

namespace doppel::html {

bool begins_like_html(std::string_view bytes);

}  // namespace doppel::html
