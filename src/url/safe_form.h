// The safe form: the same resource by RFC 3986, sections 6.1 (a fragment takes no part) and 6.2.2
// (case and percent-encoding). What the URL standard's parser does, 6.2.2.3 and 6.2.3 included, has
// been done before.
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
