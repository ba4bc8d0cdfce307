// Are these the same address? Canonical forms of URLs and the names made of them: URL rules 1.
//
//   given       HTTP://www.Example.org:80/a/../%7Ejo/index.html?utm_source=x#top
//   exact       http://www.example.org/%7Ejo/index.html?utm_source=x#top    as browsers write it
//   safe        http://www.example.org/~jo/index.html?utm_source=x          the same by RFC 3986
//   aggressive  http://example.org/~jo                                      the same on most sites
//
// Each level is a function of the one before, so URLs that are equal at one level are equal at the
// next; each is idempotent. A form is a key: compare it, hash it, store it. Never fetch it and
// never show it in the place of the URL that was fetched: the rules of `aggressive` are habits of
// sites, not promises.
//
// Errors: kInvalidArgument for what is no absolute URL, the same at every level. Nothing is
// guessed: a missing scheme is an error. Cost: linear; about a microsecond. Thread safety: values
// and pure functions. docs/design/url.md has the rules one by one.
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

// Stored: never renumber. Raised when any URL would get another form at any level.
inline constexpr uint32_t kUrlRulesVersion = 1;

// Longer ones are an error. As much as any browser takes.
inline constexpr size_t kMaxUrlBytes = size_t{2} << 20;

enum class UrlLevel : uint8_t { kExact, kSafe, kAggressive };
std::string_view name(UrlLevel level);
// The level with that name; kInvalidArgument for any other word.
Result<UrlLevel> parse_url_level(std::string_view text);

// What a rule does to a URL. Each belongs to one level. Printed by its name: never rename.
enum class UrlRule : uint8_t {
  // exact: what the URL standard's parser does
  kWhitespace,     // whitespace: spaces and controls around it, tabs and line ends inside it go
  kSchemeCase,     // scheme_case: the scheme in lower case
  kSlashes,        // slashes: \ is /; "//" stands before a host, whatever stood there
  kUserinfo,       // userinfo: user and password encoded; dropped when both are empty
  kHostCase,       // host_case: the host in lower case
  kIdna,           // idna: the host decoded, mapped and written in ASCII (xn--)
  kIpAddress,      // ip_address: 0x7f.1 is 127.0.0.1, [0:0::1] is [::1]
  kPort,           // port: the scheme's own port, an empty port and leading zeros go
  kEmptyPath,      // empty_path: an empty path is /
  kDotSegments,    // dot_segments: . and .. are carried out
  kPercentEncode,  // percent_encode: bytes that may not stand as they are, as %XX
  kParse,          // parse: anything else the parser does
  // safe: equal by RFC 3986, 6.1 and 6.2.2
  kPercentCase,    // percent_case: %c3 is %C3
  kPercentDecode,  // percent_decode: %7E is ~ (letters, digits, - . _ ~)
  kIllegal,        // illegal: what a URI may not contain as it is, { | [ and a lone %, as %XX
  kFragment,       // fragment: # and what follows goes; it is never sent
  // aggressive: http and https only
  kScheme,           // scheme: https is http
  kCredentials,      // credentials: user and password go
  kHostDot,          // host_dot: example.org. is example.org
  kWww,              // www: www. and www2. go
  kDelimiters,       // delimiters: %2C is , where it separates nothing
  kSessionId,        // session_id: in the path (;jsessionid=, ASP.NET's (S(...))) or as a parameter
  kRepeatedSlashes,  // repeated_slashes: // is /
  kIndexPage,        // index_page: /index.html is /
  kTrailingSlash,    // trailing_slash: /a/ is /a
  kTracker,          // tracker: parameters that follow people, not pages
  kEmptyParameter,   // empty_parameter: ?, && and the = of a= go
  kQueryOrder,       // query_order: parameters in byte order
};
std::string_view name(UrlRule rule);
UrlLevel level_of(UrlRule rule);

namespace url {
class TrackerIndex;
}

// Which parameters follow people? The default is a small list of our own, the same on every site.
// Immutable, cheap to copy, safe to share between threads.
class TrackerList {
 public:
  TrackerList() = default;
  explicit TrackerList(std::shared_ptr<const url::TrackerIndex> more) : more_(std::move(more)) {}

  // Rules that were loaded, and those that could not be understood.
  uint64_t loaded() const;
  uint64_t skipped() const;

  const url::TrackerIndex* more() const { return more_.get(); }

 private:
  std::shared_ptr<const url::TrackerIndex> more_;  // null: our own list only
};

// Our own list and the rules of a file, in the form of ClearURLs (JSON) or AdGuard ($removeparam
// lines); told apart by content. A key made with a list is comparable only with keys made with the
// same list.
Result<TrackerList> load_trackers(const std::string& path);

Result<std::string> canonical_url(std::string_view url, UrlLevel level,
                                  const TrackerList& trackers = {});

// The exact form of a reference found on a page: "../d" on "http://a/b/c" is "http://a/d".
Result<std::string> resolve_url(std::string_view base, std::string_view reference);

// The hash of a form: XXH3, 128 bits. Stored: never change.
struct UrlKey {
  uint64_t high = 0;
  uint64_t low = 0;

  friend auto operator<=>(const UrlKey&, const UrlKey&) = default;
};
Result<UrlKey> url_key(std::string_view url, UrlLevel level = UrlLevel::kSafe,
                       const TrackerList& trackers = {});

// The exact form in another order, so that sorting puts a host beside its subdomains. They are
// forms of what they are given: for a key, give them a key.
//   surt   http://(org,example,www,:81)/path?query#fragment      without user and password
//   ssurt  org,example,www,//81:http@user:/path?query#fragment   nothing is lost
// IP addresses stay whole. A URL without a host stays as it is.
struct SurtStyle {
  bool scheme = true;          // false: org,example,www,)/path, as CDX files have it
  bool trailing_comma = true;  // false: (org,example,www)
};
Result<std::string> surt(std::string_view url, SurtStyle style = {});
Result<std::string> ssurt(std::string_view url);

// The name one registers: example.co.uk of http://www.example.co.uk/, by the public suffix list of
// the system. Empty for what has none: an IP address, a suffix alone, a URL without a host, no URL
// at all; and for every URL where the system has no list.
std::string registrable_domain(std::string_view url);

// Which public suffix list is that? Both are "none" where the system has none.
struct SuffixListVersion {
  std::string date;  // of its file, in UTC: 2023-02-09
  std::string hash;  // of its content, 16 hexadecimal digits

  // The same list: files of equal content may have different dates.
  friend bool operator==(const SuffixListVersion& a, const SuffixListVersion& b) {
    return a.hash == b.hash;
  }
};
SuffixListVersion suffix_list_version();

// Everything at once, for people. surt and ssurt are those of the safe form.
struct UrlForms {
  std::string exact, safe, aggressive, surt, ssurt, domain;
  std::vector<UrlRule> rules;  // those that changed something, by level
};
Result<UrlForms> url_forms(std::string_view url, const TrackerList& trackers = {});

}  // namespace doppel
