#include "url/aggressive_form.h"

#include <algorithm>
#include <vector>

#include "url/host_names.h"
#include "url/own_lists.h"
#include "url/percent.h"

namespace doppel::url {
namespace {

// The segment without its session ids. A segment that would become . or .. is left unchanged,
// because it would change the path.
std::string without_session_ids(std::string_view segment) {
  std::string out(segment.substr(0, segment.find(';')));
  for (size_t at = out.size(); at < segment.size();) {
    size_t end = std::min(segment.find(';', at + 1), segment.size());
    std::string_view parameter = segment.substr(at + 1, end - at - 1);
    if (!is_path_session_id(parameter)) out.append(segment, at, end - at);
    at = end;
  }
  return out == "." || out == ".." ? std::string(segment) : out;
}

// Appends the segment with its slash, unless nothing of it is left.
void append_segment(std::string_view segment, std::string& out, RuleSet& rules) {
  if (segment.find(';') != segment.npos) {
    std::string rest = without_session_ids(segment);
    rules.add_if(rest != segment, UrlRule::kSessionId);
    if (rest.find(';') == rest.npos) return append_segment(rest, out, rules);
    out.append("/").append(rest);
  } else if (is_session_segment(segment)) {
    rules.add(UrlRule::kSessionId);
  } else if (!segment.empty()) {
    out.append("/").append(segment);
  }
}

// REQUIRES: the path begins with '/', as every web address' does.
void append_path(std::string_view path, std::string& out, RuleSet& rules) {
  size_t begin = out.size();
  for (size_t at = 1; at <= path.size();) {
    size_t end = std::min(path.find('/', at), path.size());
    rules.add_if(end == at && end < path.size(), UrlRule::kRepeatedSlashes);
    append_segment(path.substr(at, end - at), out, rules);
    at = end + 1;
  }
  rules.add_if(path.size() > 1 && path.ends_with('/'), UrlRule::kTrailingSlash);
  while (out.size() > begin) {
    size_t slash = out.rfind('/');
    if (!is_index_page(std::string_view(out).substr(slash + 1))) break;
    rules.add(UrlRule::kIndexPage);
    out.resize(slash);
  }
  if (out.size() == begin) out += '/';
}

bool is_dropped(std::string_view parameter, const TrackerSite& site, RuleSet& rules) {
  size_t equals = std::min(parameter.find('='), parameter.size());
  std::string_view name = parameter.substr(0, equals);
  std::string_view value = parameter.substr(std::min(equals + 1, parameter.size()));
  if (is_session_id(name, value)) {
    rules.add(UrlRule::kSessionId);
    return true;
  }
  if (site.is_tracker(name, parameter)) {
    rules.add(UrlRule::kTracker);
    return true;
  }
  return false;
}

// Appends "?a=1&b" or nothing.
void append_query(std::string_view query, const TrackerSite& site, std::string& out,
                  RuleSet& rules) {
  std::vector<std::string_view> parameters;
  for (size_t at = 0; at <= query.size();) {
    size_t end = std::min(query.find('&', at), query.size());
    std::string_view parameter = query.substr(at, end - at);
    at = end + 1;
    if (parameter.ends_with('=') && parameter.find('=') == parameter.size() - 1) {
      parameter.remove_suffix(1);
      rules.add(UrlRule::kEmptyParameter);
    }
    if (parameter.empty()) {
      rules.add(UrlRule::kEmptyParameter);
    } else if (!is_dropped(parameter, site, rules)) {
      parameters.push_back(parameter);
    }
  }
  if (!std::is_sorted(parameters.begin(), parameters.end())) {
    rules.add(UrlRule::kQueryOrder);
    std::sort(parameters.begin(), parameters.end());
  }
  char before = '?';
  for (std::string_view parameter : parameters) {
    out += before;
    out += parameter;
    before = '&';
  }
}

void append_host(const ParsedUrl& url, std::string& out, RuleSet& rules) {
  std::string_view host = without_final_dots(url.host());
  rules.add_if(host.size() < url.host().size(), UrlRule::kHostDot);
  std::string_view rest = without_www(host);
  rules.add_if(rest.size() < host.size(), UrlRule::kWww);
  out += rest;
  bool secure = url.scheme() == "https";
  rules.add_if(secure, UrlRule::kScheme);
  // https on port 80 becomes http, because 80 is the default port of http.
  if (!(secure && url.port() == ":80")) out += url.port();
}

}  // namespace

std::string aggressive_form(const ParsedUrl& url, const SafeForm& safe, const TrackerIndex* more,
                            RuleSet& rules) {
  if (!url.is_web()) return safe.text;
  std::string out = "http://", decoded;
  out.reserve(safe.text.size());
  rules.add_if(!url.userinfo().empty(), UrlRule::kCredentials);
  append_host(url, out, rules);
  append_normalised(safe.path(), kWebPathTable, decoded, rules);
  append_path(decoded, out, rules);
  if (safe.query().empty()) return out;
  decoded.clear();
  append_normalised(safe.query().substr(1), kWebQueryTable, decoded, rules);
  TrackerSite site(more, out);
  append_query(decoded, site, out, rules);
  return out;
}

}  // namespace doppel::url
