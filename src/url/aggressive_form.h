// The aggressive form: URLs that are the same page on most sites have the same one. It applies
// common conventions of the web, to http and https only; any other URL keeps its safe form.
//
// Bytes are decoded first, then parts are dropped, then the remaining parts are sorted. The form is
// idempotent because no step creates work for an earlier one.
#pragma once

#include <string>

#include "url/parsed_url.h"
#include "url/rules.h"
#include "url/safe_form.h"
#include "url/tracker_index.h"

namespace doppel::url {

// REQUIRES: safe is the safe form of url. If `more` is null, only the built-in list is used.
std::string aggressive_form(const ParsedUrl& url, const SafeForm& safe, const TrackerIndex* more,
                            RuleSet& rules);

}  // namespace doppel::url
