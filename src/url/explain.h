// Which rules changed the URL to its exact form? The parser does not report them, so the given URL
// is read again, part by part.
#pragma once

#include <string_view>

#include "url/parsed_url.h"
#include "url/rules.h"

namespace doppel::url {

// Adds the rules of level exact. At least one if url.href() differs from what was given, none
// otherwise. REQUIRES: url is the result of parsing `given`. Linear; for display, not for many
// URLs.
void explain_exact(std::string_view given, const ParsedUrl& url, RuleSet& rules);

}  // namespace doppel::url
