// Canonical forms of URLs, to find out whether two URLs are the same: URL rules 1.
//
//   given       HTTP://www.Example.org:80/a/../%7Ejo/index.html?utm_source=x#top
//   exact       http://www.example.org/%7Ejo/index.html?utm_source=x#top    as browsers write it
//   safe        http://www.example.org/~jo/index.html?utm_source=x          the same by RFC 3986
//   aggressive  http://example.org/~jo                                      the same on most sites
//
// Each level is a function of the one before, so URLs that are equal at one level are equal at the
// next; each is idempotent. A form is only a key: compare it, hash it, store it, but do not fetch
// it or show it instead of the URL that was fetched. The rules of `aggressive` hold on most sites,
// not on all.
//
// Errors: kInvalidArgument at every level for anything that is not an absolute URL. Nothing is
// guessed: a missing scheme is an error. Cost: linear; about a microsecond. Thread safety: values
// and pure functions. docs/design/url.md has all rules.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "doppel/status.h"

namespace doppel {

// Stored: never renumber. Raised whenever some URL gets another form at some level.
inline constexpr uint32_t kUrlRulesVersion = 2;

// Longer URLs are an error. This is as much as any browser accepts.
inline constexpr size_t kMaxUrlBytes = size_t{2} << 20;

enum class UrlLevel : uint8_t { kExact, kSafe, kAggressive };
std::string_view name(UrlLevel level);
// Parses the name of a level; kInvalidArgument for any other word.
Result<UrlLevel> parse_url_level(std::string_view text);

// The rules that change a URL. Each belongs to one level. Printed by its name: never rename.
enum class UrlRule : uint8_t {
  // exact: what the URL standard's parser does
  kWhitespace,     // whitespace: drops spaces and controls around it, tabs and line ends inside it
  kSchemeCase,     // scheme_case: makes the scheme lower case
  kSlashes,        // slashes: turns \ into /, and puts exactly "//" before the host
  kUserinfo,       // userinfo: encodes user and password; drops them if both are empty
  kHostCase,       // host_case: makes the host lower case
  kIdna,           // idna: decodes the host, maps it and writes it in ASCII (xn--)
  kIpAddress,      // ip_address: 0x7f.1 becomes 127.0.0.1, [0:0::1] becomes [::1]
  kPort,           // port: drops the default port, an empty port and leading zeros
  kEmptyPath,      // empty_path: an empty path becomes /
  kDotSegments,    // dot_segments: resolves . and ..
  kPercentEncode,  // percent_encode: writes bytes that are not allowed as %XX
  kParse,          // parse: anything else the parser does
  // safe: equal by RFC 3986, 6.1 and 6.2.2
  kPercentCase,    // percent_case: %c3 becomes %C3
  kPercentDecode,  // percent_decode: %7E becomes ~ (letters, digits, - . _ ~)
  kIllegal,        // illegal: writes what a URI may not contain, { | [ and a lone %, as %XX
  kFragment,       // fragment: drops # and what follows, which is never sent
  // aggressive: http and https only
  kScheme,           // scheme: https becomes http
  kCredentials,      // credentials: drops user and password
  kHostDot,          // host_dot: example.org. becomes example.org
  kWww,              // www: drops www. and www2.
  kDelimiters,       // delimiters: %2C becomes , where it separates nothing
  kSessionId,        // session_id: drops it from the path (;jsessionid=, (S(...))) and the query
  kRepeatedSlashes,  // repeated_slashes: // becomes /
  kIndexPage,        // index_page: /index.html becomes /
  kTrailingSlash,    // trailing_slash: /a/ becomes /a
  kTracker,          // tracker: drops parameters that only track visitors
  kEmptyParameter,   // empty_parameter: drops ?, && and the = of a=
  kQueryOrder,       // query_order: sorts parameters by their bytes
};
std::string_view name(UrlRule rule);
UrlLevel level_of(UrlRule rule);

namespace url {
class TrackerIndex;
}

// The parameters that only track visitors. The default is a small list, the same for every site.
// Immutable, cheap to copy, safe to share between threads.
class TrackerList {
 public:
  TrackerList() = default;
  explicit TrackerList(std::shared_ptr<const url::TrackerIndex> more) : more_(std::move(more)) {}

  // The numbers of rules that were loaded, and of those that were not understood.
  uint64_t loaded() const;
  uint64_t skipped() const;

  const url::TrackerIndex* more() const { return more_.get(); }

 private:
  std::shared_ptr<const url::TrackerIndex> more_;  // null: only the built-in list
};

// The built-in list and the rules of a file in the format of ClearURLs (JSON) or AdGuard
// ($removeparam lines), recognised by content. A key made with a list can only be compared with
// keys made with the same list.
Result<TrackerList> load_trackers(const std::string& path);

Result<std::string> canonical_url(std::string_view url, UrlLevel level,
                                  const TrackerList& trackers = {});

// The exact form of a link on a page: "../d" on "http://a/b/c" is "http://a/d".
Result<std::string> resolve_url(std::string_view base, std::string_view reference);

// The hash of a form: XXH3, 128 bits. Stored: never change.
struct UrlKey {
  uint64_t high = 0;
  uint64_t low = 0;

  friend auto operator<=>(const UrlKey&, const UrlKey&) = default;
};
Result<UrlKey> url_key(std::string_view url, UrlLevel level = UrlLevel::kSafe,
                       const TrackerList& trackers = {});

// The exact form with the host reversed, so that sorting puts a host next to its subdomains. To get
// the surt of another form, pass that form.
//   surt   http://(org,example,www,:81)/path?query#fragment      without user and password
//   ssurt  org,example,www,//81:http@user:/path?query#fragment   complete
// IP addresses stay whole. A URL without a host stays as it is.
struct SurtStyle {
  bool scheme = true;          // false: org,example,www,)/path, as CDX files have it
  bool trailing_comma = true;  // false: (org,example,www)
};
Result<std::string> surt(std::string_view url, SurtStyle style = {});
Result<std::string> ssurt(std::string_view url);

// The registrable domain according to the public suffix list of the system: example.co.uk for
// http://www.example.co.uk/. Empty for an IP address, a suffix alone, a URL without a host and an
// invalid URL, and for every URL if the system has no list.
std::string registrable_domain(std::string_view url);

// The version of that public suffix list. Both are "none" if the system has none.
struct SuffixListVersion {
  std::string date;  // of its file, in UTC: 2023-02-09
  std::string hash;  // of its content, 16 hexadecimal digits

  // The same list: files of equal content may have different dates.
  friend bool operator==(const SuffixListVersion& a, const SuffixListVersion& b) {
    return a.hash == b.hash;
  }
};
SuffixListVersion suffix_list_version();

// All forms at once, for people. surt and ssurt are those of the safe form.
struct UrlForms {
  std::string exact, safe, aggressive, surt, ssurt, domain;
  std::vector<UrlRule> rules;  // the rules that changed something, by level
};
Result<UrlForms> url_forms(std::string_view url, const TrackerList& trackers = {});

}  // namespace doppel
