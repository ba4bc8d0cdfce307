#include "url/safe_form.h"

#include "url/percent.h"

namespace doppel::url {
namespace {

// The parser has normalised the host of a special URL; the host of any other URL can be any text.
void append_before_path(const ParsedUrl& url, std::string& out, RuleSet& rules) {
  bool opaque_host = !url.is_special() && url.has_host() && !url.host().starts_with('[');
  if (url.userinfo().empty() && !opaque_host) {
    out += url.before_path();
    return;
  }
  out.append(url.scheme()).append("://");
  if (!url.userinfo().empty()) {
    append_normalised(url.userinfo(), kUserinfoTable, out, rules);
    out += '@';
  }
  if (opaque_host) {
    append_normalised(url.host(), kHostTable, out, rules);
  } else {
    out += url.host();
  }
  out += url.port();
}

SafeForm write(const ParsedUrl& url, RuleSet& rules) {
  SafeForm out;
  out.text.reserve(url.href().size());
  append_before_path(url, out.text, rules);
  out.path_begin = out.text.size();
  append_normalised(url.path(), kPathTable, out.text, rules);
  out.query_begin = out.text.size();
  if (std::string_view query = url.query(); !query.empty()) {
    out.text += '?';
    append_normalised(query.substr(1), kQueryTable, out.text, rules);
  }
  rules.add_if(!url.fragment().empty(), UrlRule::kFragment);
  return out;
}

}  // namespace

SafeForm safe_form(const ParsedUrl& url, RuleSet& rules) {
  SafeForm out = write(url, rules);
  // file:///%43%3A/ names a drive only after its letter is decoded, so it is parsed again.
  if (url.is_file() && out.text != url.href()) {
    if (auto again = ParsedUrl::parse(out.text)) return write(*again, rules);
  }
  return out;
}

}  // namespace doppel::url
