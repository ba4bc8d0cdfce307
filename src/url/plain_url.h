// Is an address in its safe form already? A look at its bytes, for those who would otherwise have
// to parse the usual address of a page only to learn that nothing is to be done.
//
// True: it is an http or https URL, and its exact and its safe form are the URL itself. False: it
// may be so or not. Cost: linear, about a nanosecond a byte. Thread safety: pure function.
#pragma once

#include <string_view>

namespace doppel::url {

bool is_plain_url(std::string_view url);

}  // namespace doppel::url
