#include "url/own_lists.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"

namespace doppel::url {
namespace {

constexpr size_t kLongestName = 32;  // of all names below, with room for what follows a prefix

constexpr std::array<std::string_view, 37> kTrackers = {
    "__hsfp",  "__hssc",        "__hstc",      "_bta_c",     "_bta_tid",   "_ga",
    "_gl",     "_hsenc",        "_hsmi",       "_kx",        "_openstat",  "dclid",
    "epik",    "fb_action_ids", "fb_source",   "fbclid",     "gad_source", "gbraid",
    "gclid",   "gclsrc",        "igshid",      "li_fat_id",  "mc_cid",     "mc_eid",
    "mkt_tok", "msclkid",       "oly_anon_id", "oly_enc_id", "rdt_cid",    "replytocom",
    "srsltid", "ttclid",        "twclid",      "vero_id",    "wbraid",     "wickedid",
    "yclid"};
static_assert(std::is_sorted(kTrackers.begin(), kTrackers.end()));

// Prefixes of parameters: Google's, which others use as well, Matomo's, and its older name's.
constexpr std::array<std::string_view, 4> kTrackerPrefixes = {"mtm_", "pk_campaign", "pk_kwd",
                                                              "utm_"};

constexpr std::array<std::string_view, 6> kSessionNames = {"cfid",   "cftoken",   "jsessionid",
                                                           "oscsid", "phpsessid", "zenid"};
// Common words, so they count only with a value like 9682993c8daa2c5497996114facdc805.
constexpr std::array<std::string_view, 5> kSessionNamesOfDigests = {"s", "sess", "session_id",
                                                                    "sessionid", "sid"};
constexpr std::string_view kAspPrefix = "aspsessionid";

constexpr std::array<std::string_view, 2> kIndexStems = {"default", "index"};
constexpr std::array<std::string_view, 11> kIndexEndings = {
    "asp", "aspx", "cfm", "cgi", "htm", "html", "jsp", "php", "php3", "php5", "shtml"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }

// A short name in lower case; anything longer is on no list.
class LowerName {
 public:
  explicit LowerName(std::string_view name) : size_(name.size() <= kLongestName ? name.size() : 0) {
    std::transform(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(size_), bytes_.begin(),
                   [](char c) { return ascii_lower(c); });
  }
  std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kLongestName> bytes_{};
  size_t size_;
};

template <size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_digest(std::string_view value) {
  constexpr size_t kDigestLength = 32;
  return value.size() == kDigestLength && std::all_of(value.begin(), value.end(), [](char c) {
           return is_digit(c) || is_letter(c);
         });
}

// Takes the 24 letters and digits of an ASP.NET session id with the bracket after them.
bool take_asp_id(std::string_view& rest) {
  constexpr size_t kAspIdLength = 24;
  if (rest.size() <= kAspIdLength || rest[kAspIdLength] != ')') return false;
  std::string_view id = rest.substr(0, kAspIdLength);
  if (!std::all_of(id.begin(), id.end(), [](char c) { return is_digit(c) || is_letter(c); }))
    return false;
  rest.remove_prefix(kAspIdLength + 1);
  return true;
}

}  // namespace

bool is_own_tracker(std::string_view parameter_name) {
  // Any name with one of the prefixes counts, also a long one.
  LowerName name(parameter_name.substr(0, kLongestName));
  for (std::string_view prefix : kTrackerPrefixes) {
    if (name.view().starts_with(prefix)) return true;
  }
  return parameter_name.size() <= kLongestName &&
         std::binary_search(kTrackers.begin(), kTrackers.end(), name.view());
}

bool is_session_id(std::string_view parameter_name, std::string_view value) {
  LowerName name(parameter_name);
  if (name.view().empty()) return false;
  return contains(kSessionNames, name.view()) || name.view().starts_with(kAspPrefix) ||
         (is_digest(value) && contains(kSessionNamesOfDigests, name.view()));
}

bool is_path_session_id(std::string_view path_parameter) {
  size_t equals = path_parameter.find('=');
  if (equals == path_parameter.npos) return false;
  return is_session_id(path_parameter.substr(0, equals), path_parameter.substr(equals + 1));
}

bool is_session_segment(std::string_view segment) {
  if (segment.size() < 2 || segment.front() != '(' || segment.back() != ')') return false;
  std::string_view rest = segment.substr(1);
  if (take_asp_id(rest)) return rest.empty();
  while (rest.size() > 2 && is_letter(rest[0]) && rest[1] == '(') {
    rest.remove_prefix(2);
    if (!take_asp_id(rest)) return false;
  }
  return rest == ")" && segment.size() > 2;
}

bool is_index_page(std::string_view segment) {
  LowerName name(segment);
  size_t dot = name.view().find('.');
  return dot != name.view().npos && contains(kIndexStems, name.view().substr(0, dot)) &&
         contains(kIndexEndings, name.view().substr(dot + 1));
}

}  // namespace doppel::url
