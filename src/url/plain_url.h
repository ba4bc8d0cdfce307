// A fast test whether a URL is already in its safe form, so that the usual URL of a page need not
// be parsed.
//
// True: it is an http or https URL, and its exact and its safe form are the URL itself. False: not
// known. Cost: linear, about a nanosecond a byte. Thread safety: pure function.
#pragma once

#include <string_view>

namespace doppel::url {

bool is_plain_url(std::string_view url);

}  // namespace doppel::url
