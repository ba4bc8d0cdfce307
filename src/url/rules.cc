#include "url/rules.h"

#include <array>

#include "base/guard.h"

namespace doppel {
namespace {

constexpr std::array<std::string_view, 28> kRuleNames = {
    "whitespace",     "scheme_case",    "slashes",          "userinfo",
    "host_case",      "idna",           "ip_address",       "port",
    "empty_path",     "dot_segments",   "percent_encode",   "parse",
    "percent_case",   "percent_decode", "illegal",          "fragment",
    "scheme",         "credentials",    "host_dot",         "www",
    "delimiters",     "session_id",     "repeated_slashes", "index_page",
    "trailing_slash", "tracker",        "empty_parameter",  "query_order"};
static_assert(kRuleNames.size() == static_cast<size_t>(UrlRule::kQueryOrder) + 1);
static_assert(kRuleNames.size() <= 32, "a RuleSet has 32 bits");

}  // namespace

std::string_view name(UrlLevel level) {
  switch (level) {
    case UrlLevel::kExact: return "exact";
    case UrlLevel::kSafe: return "safe";
    case UrlLevel::kAggressive: return "aggressive";
  }
  return "unknown";
}

Result<UrlLevel> parse_url_level(std::string_view text) try {
  for (UrlLevel level : {UrlLevel::kExact, UrlLevel::kSafe, UrlLevel::kAggressive}) {
    if (text == name(level)) return level;
  }
  return invalid_argument("a URL level is exact, safe or aggressive, not \"" + std::string(text) +
                          "\"");
} catch (...) {
  return status_of_exception();
}

std::string_view name(UrlRule rule) { return kRuleNames[static_cast<size_t>(rule)]; }

UrlLevel level_of(UrlRule rule) {
  if (rule <= UrlRule::kParse) return UrlLevel::kExact;
  return rule <= UrlRule::kFragment ? UrlLevel::kSafe : UrlLevel::kAggressive;
}

namespace url {

std::vector<UrlRule> RuleSet::list() const {
  std::vector<UrlRule> out;
  for (size_t i = 0; i < kRuleNames.size(); ++i) {
    if (bits_ >> i & 1) out.push_back(static_cast<UrlRule>(i));
  }
  return out;
}

}  // namespace url
}  // namespace doppel
