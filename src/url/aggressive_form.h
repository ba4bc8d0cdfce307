// The aggressive form: the same page on most sites. Habits of the web, applied to http and https
// only; any other URL keeps its safe form.
//
// Order, which makes it idempotent: bytes are decoded first, then parts are dropped, then what is
// left is sorted; no step makes work for one before it.
#pragma once

#include <string>

#include "url/parsed_url.h"
#include "url/rules.h"
#include "url/safe_form.h"
#include "url/tracker_index.h"

namespace doppel::url {

// REQUIRES: safe is the safe form of url. `more` may be null: our own list only.
std::string aggressive_form(const ParsedUrl& url, const SafeForm& safe, const TrackerIndex* more,
                            RuleSet& rules);

}  // namespace doppel::url
