#include "url/explain.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "url/host_names.h"

namespace doppel::url {
namespace {

// Removes what the parser removes first: control characters and spaces around the URL, tabs and
// line ends everywhere.
std::string without_whitespace(std::string_view given) {
  auto around = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!given.empty() && around(given.front())) given.remove_prefix(1);
  while (!given.empty() && around(given.back())) given.remove_suffix(1);
  std::string out;
  std::copy_if(given.begin(), given.end(), std::back_inserter(out),
               [](char c) { return c != '\t' && c != '\n' && c != '\r'; });
  return out;
}

// The parts of a URL as it was given, split as the parser splits it.
struct GivenParts {
  std::string_view scheme, slashes, userinfo, host, port, path, rest;
};

void cut_authority(std::string_view authority, GivenParts& out) {
  if (size_t at = authority.rfind('@'); at != authority.npos) {
    out.userinfo = authority.substr(0, at + 1);
    authority.remove_prefix(at + 1);
  }
  size_t colon = authority.find(':', authority.starts_with('[') ? authority.find(']') : 0);
  out.host = authority.substr(0, colon);
  out.port = authority.substr(out.host.size());
}

GivenParts cut(std::string_view given, const ParsedUrl& url) {
  std::string_view ends = url.is_special() ? "/\\?#" : "/?#";
  GivenParts out;
  out.scheme = given.substr(0, given.find(':'));
  given.remove_prefix(std::min(out.scheme.size() + 1, given.size()));
  if (url.has_host() && !url.is_file()) {
    std::string_view slash = url.is_special() ? "/\\" : "/";
    size_t host = std::min(given.find_first_not_of(slash), given.size());
    if (!url.is_special()) host = std::min<size_t>(host, 2);
    out.slashes = given.substr(0, host);
    given.remove_prefix(host);
    std::string_view authority = given.substr(0, given.find_first_of(ends));
    cut_authority(authority, out);
    given.remove_prefix(authority.size());
  }
  out.path = given.substr(0, given.find_first_of("?#"));
  out.rest = given.substr(out.path.size());
  return out;
}

bool is_dot_segment(std::string_view segment) {
  std::string plain;
  for (size_t i = 0; i < segment.size() && plain.size() < 3; ++i) {
    if (equal_ignoring_case(segment.substr(i, 3), "%2e")) {
      plain += '.';
      i += 2;
    } else {
      plain += segment[i];
    }
  }
  return plain == "." || plain == "..";
}

bool has_dot_segment(std::string_view path) {
  for (size_t at = 0; at <= path.size();) {
    size_t end = std::min(path.find_first_of("/\\", at), path.size());
    if (is_dot_segment(path.substr(at, end - at))) return true;
    at = end + 1;
  }
  return false;
}

// Bytes that are always encoded in some part of a URL.
bool has_encodable(std::string_view part) {
  return std::any_of(part.begin(), part.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 0x7F ||
           std::string_view("\"<>`{}'^#").find(c) != std::string_view::npos;
  });
}

void explain_host(const GivenParts& given, const ParsedUrl& url, RuleSet& rules) {
  rules.add_if(given.slashes != "//", UrlRule::kSlashes);
  std::string userinfo(url.userinfo());
  if (!userinfo.empty()) userinfo += '@';
  rules.add_if(given.userinfo != userinfo, UrlRule::kUserinfo);
  rules.add_if(given.port != url.port(), UrlRule::kPort);
  if (given.host == url.host()) return;
  if (equal_ignoring_case(given.host, url.host()) && !url.host().starts_with('[')) {
    rules.add(UrlRule::kHostCase);
  } else if (is_ip_address(url.host())) {
    rules.add(UrlRule::kIpAddress);
  } else {
    rules.add(url.is_special() ? UrlRule::kIdna : UrlRule::kPercentEncode);
  }
}

}  // namespace

void explain_exact(std::string_view given, const ParsedUrl& url, RuleSet& rules) {
  if (given == url.href()) return;
  std::string bare = without_whitespace(given);
  RuleSet found;
  found.add_if(bare != given, UrlRule::kWhitespace);
  GivenParts parts = cut(bare, url);
  found.add_if(parts.scheme != url.scheme(), UrlRule::kSchemeCase);
  if (url.has_host() && !url.is_file()) explain_host(parts, url, found);
  if (parts.path != url.path()) {
    found.add_if(parts.path.empty(), UrlRule::kEmptyPath);
    found.add_if(has_dot_segment(parts.path), UrlRule::kDotSegments);
    found.add_if(has_encodable(parts.path), UrlRule::kPercentEncode);
    found.add_if(url.is_special() && parts.path.find('\\') != parts.path.npos, UrlRule::kSlashes);
  }
  std::string_view rest =
      std::string_view(url.href()).substr(url.before_path().size() + url.path().size());
  found.add_if(parts.rest != rest, UrlRule::kPercentEncode);
  if (found.empty()) found.add(UrlRule::kParse);
  for (UrlRule rule : found.list()) rules.add(rule);
}

}  // namespace doppel::url
