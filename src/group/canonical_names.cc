// A reference is resolved against the page's URL, or against its <base> if that can be resolved.
// Then it is compared with the page by host, and by registrable domain if the hosts differ. Most
// pages name the very URL they were fetched from; then nothing needs to be parsed. Tested by
// canonical_names_test.cc.
#include "group/canonical_names.h"

#include <algorithm>

#include "base/keyed_hash.h"
#include "url/domain.h"
#include "url/parsed_url.h"
#include "url/plain_url.h"
#include "url/safe_form.h"

namespace doppel::group {
namespace {

using url::ParsedUrl;

std::string key_of(const ParsedUrl& parsed) {
  url::RuleSet rules;
  return url::safe_form(parsed, rules).text;
}

std::string domain_of(const ParsedUrl& parsed) {
  return parsed.is_special() ? url::domain_of_host(parsed.host()) : "";
}

bool same_site(const ParsedUrl& a, const ParsedUrl& b) {
  if (a.host().empty() || a.host() == b.host()) return !a.host().empty();
  const std::string domain = domain_of(a);
  return !domain.empty() && domain == domain_of(b);
}

bool is_absolute(std::string_view href) {
  return href.starts_with("http://") || href.starts_with("https://");
}

Result<ParsedUrl> resolve(std::string_view page_url, const CanonicalLink& link) {
  if (is_absolute(link.href)) return ParsedUrl::parse(link.href);
  if (link.base.empty()) return ParsedUrl::parse(link.href, page_url);
  auto base = ParsedUrl::parse(link.base, page_url);
  return ParsedUrl::parse(link.href, base ? base->href() : page_url);
}

}  // namespace

std::string key_url(std::string_view url) {
  if (url::is_plain_url(url)) return std::string(url);
  auto parsed = ParsedUrl::parse(url);
  return parsed ? key_of(*parsed) : "";
}

std::string site_of(std::string_view url) {
  auto parsed = ParsedUrl::parse(url);
  if (!parsed) return "";
  std::string domain = domain_of(*parsed);
  return domain.empty() ? std::string(parsed->host()) : domain;
}

std::string canonical_of(std::string_view page_url, const CanonicalLink& link) {
  if (link.href.empty() || page_url.empty()) return "";
  if (link.href == page_url && url::is_plain_url(page_url)) return std::string(page_url);
  auto page = ParsedUrl::parse(page_url);
  if (!page) return "";
  auto named = resolve(page_url, link);
  return named && same_site(*page, *named) ? key_of(*named) : "";
}

Hash128 canonical_name(std::string_view page_url, const CanonicalLink& link) {
  const std::string key = canonical_of(page_url, link);
  return key.empty() ? Hash128{} : keyed_hash128(key);
}

Hash128 address_name(std::string_view url) {
  const std::string key = key_url(url);
  return key.empty() ? Hash128{} : keyed_hash128(key);
}

void CanonicalNames::settle() {
  constexpr size_t kTrimEvery = 4096;
  size_t compared = 0;
  std::sort(names_.begin(), names_.end(), [&](const Hash128& a, const Hash128& b) {
    if (++compared % kTrimEvery == 0) memory_->trim_resident();
    return a < b;
  });
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
}

bool CanonicalNames::contains(std::string_view url) const {
  if (names_.empty()) return false;
  const Hash128 name = address_name(url);
  return name != Hash128{} && std::binary_search(names_.begin(), names_.end(), name);
}

}  // namespace doppel::group
