#include "base/guard.h"
#include "base/hash.h"
#include "doppel/url.h"
#include "url/aggressive_form.h"
#include "url/domain.h"
#include "url/explain.h"
#include "url/parsed_url.h"
#include "url/safe_form.h"
#include "url/surt.h"

namespace doppel {

using url::ParsedUrl;
using url::RuleSet;

Result<std::string> canonical_url(std::string_view url, UrlLevel level,
                                  const TrackerList& trackers) try {
  auto parsed = ParsedUrl::parse(url);
  if (!parsed) return parsed.error();
  if (level == UrlLevel::kExact) return std::move(*parsed).take_href();
  RuleSet rules;
  url::SafeForm safe = safe_form(*parsed, rules);
  if (level == UrlLevel::kSafe) return std::move(safe.text);
  return aggressive_form(*parsed, safe, trackers.more(), rules);
} catch (...) {
  return status_of_exception();
}

Result<std::string> resolve_url(std::string_view base, std::string_view reference) try {
  auto parsed = ParsedUrl::parse(reference, base);
  if (!parsed) return parsed.error();
  return std::move(*parsed).take_href();
} catch (...) {
  return status_of_exception();
}

Result<UrlKey> url_key(std::string_view url, UrlLevel level, const TrackerList& trackers) try {
  auto form = canonical_url(url, level, trackers);
  if (!form) return form.error();
  Hash128 hash = hash128(*form);
  return UrlKey{hash.high, hash.low};
} catch (...) {
  return status_of_exception();
}

Result<std::string> surt(std::string_view url, SurtStyle style) try {
  auto parsed = ParsedUrl::parse(url);
  if (!parsed) return parsed.error();
  return surt_of(*parsed, style);
} catch (...) {
  return status_of_exception();
}

Result<std::string> ssurt(std::string_view url) try {
  auto parsed = ParsedUrl::parse(url);
  if (!parsed) return parsed.error();
  return ssurt_of(*parsed);
} catch (...) {
  return status_of_exception();
}

std::string registrable_domain(std::string_view url) {
  auto parsed = ParsedUrl::parse(url);
  return parsed && parsed->is_special() ? url::domain_of_host(parsed->host()) : "";
}

Result<UrlForms> url_forms(std::string_view url, const TrackerList& trackers) try {
  auto parsed = ParsedUrl::parse(url);
  if (!parsed) return parsed.error();
  UrlForms out;
  RuleSet rules;
  explain_exact(url, *parsed, rules);
  url::SafeForm safe = safe_form(*parsed, rules);
  out.aggressive = aggressive_form(*parsed, safe, trackers.more(), rules);
  out.safe = std::move(safe.text);
  auto parsed_safe = ParsedUrl::parse(out.safe);
  out.surt = parsed_safe ? surt_of(*parsed_safe, {}) : out.safe;
  out.ssurt = parsed_safe ? ssurt_of(*parsed_safe) : out.safe;
  if (parsed->is_special()) out.domain = url::domain_of_host(parsed->host());
  out.exact = std::move(*parsed).take_href();
  out.rules = rules.list();
  return out;
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
