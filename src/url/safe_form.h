// The safe form: URLs that are equivalent by RFC 3986, sections 6.1 (the fragment does not count)
// and 6.2.2 (case and percent-encoding), have the same one. The parser of the URL standard has
// already applied its own rules, including sections 6.2.2.3 and 6.2.3.
#pragma once

#include <string>
#include <string_view>

#include "url/parsed_url.h"
#include "url/rules.h"

namespace doppel::url {

struct SafeForm {
  std::string text;
  size_t path_begin = 0, query_begin = 0;

  std::string_view path() const {
    return std::string_view(text).substr(path_begin, query_begin - path_begin);
  }
  std::string_view query() const {
    return std::string_view(text).substr(query_begin);
  }  // "?query" or ""
};

SafeForm safe_form(const ParsedUrl& url, RuleSet& rules);

}  // namespace doppel::url
