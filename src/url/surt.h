// Sort-friendly reorderings of a parsed URL. doppel/url.h says how they look.
#pragma once

#include <string>

#include "doppel/url.h"
#include "url/parsed_url.h"

namespace doppel::url {

std::string surt_of(const ParsedUrl& url, SurtStyle style);
std::string ssurt_of(const ParsedUrl& url);

}  // namespace doppel::url
