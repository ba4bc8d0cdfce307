// A plain URL is http://example.org/path?query with a host of lower-case letters, digits, hyphens
// and dots that has no international label and cannot be an IP address, and a path and a query of
// bytes that are never encoded, without dot segments. No port, no user, no fragment. Tested by
// plain_url_test.cc and url_laws_test.cc: against the parser.
#include "url/plain_url.h"

#include "doppel/url.h"
#include "url/percent.h"

namespace doppel::url {
namespace {

bool is_lower_letter(char c) { return c >= 'a' && c <= 'z'; }

bool is_plain_host(std::string_view host) {
  char before = '.';
  size_t last_label = 0;
  for (size_t i = 0; i < host.size(); ++i) {
    const char c = host[i];
    if (c == '.') {
      if (before == '.') return false;
      last_label = i + 1;
    } else if (!is_lower_letter(c) && !(c >= '0' && c <= '9') && c != '-') {
      return false;
    }
    before = c;
  }
  return before != '.' && is_lower_letter(host[last_label]) && host.find("xn--") == host.npos;
}

bool stands(char c, const PercentTable& table) {
  // The URL standard encodes ' in the query of web addresses.
  return (table.of[static_cast<uint8_t>(c)] & PercentTable::kStands) != 0 && c != '\'';
}

}  // namespace

bool is_plain_url(std::string_view url) {
  if (url.size() > kMaxUrlBytes || !url.starts_with("http")) return false;
  url.remove_prefix(url.starts_with("https") ? 5 : 4);
  if (!url.starts_with("://")) return false;
  url.remove_prefix(3);
  const size_t slash = url.find('/');
  if (slash == url.npos || !is_plain_host(url.substr(0, slash))) return false;
  size_t at = slash;
  for (char before = '\0'; at < url.size() && url[at] != '?'; before = url[at++]) {
    if (!stands(url[at], kPathTable) || (before == '/' && url[at] == '.')) return false;
  }
  while (++at < url.size()) {
    if (!stands(url[at], kQueryTable)) return false;
  }
  return true;
}

}  // namespace doppel::url
