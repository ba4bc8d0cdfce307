// Which rules made the exact form? The parser does not tell, so the URL as given is read again,
// part by part.
#pragma once

#include <string_view>

#include "url/parsed_url.h"
#include "url/rules.h"

namespace doppel::url {

// Adds the rules of level exact. At least one if url.href() differs from what was given, none
// otherwise. REQUIRES: url is given, parsed. For people: linear, and not for the hot path.
void explain_exact(std::string_view given, const ParsedUrl& url, RuleSet& rules);

}  // namespace doppel::url
