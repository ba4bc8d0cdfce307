// Any bytes as a URL, on a buffer of exactly their size.
// Every level is idempotent and a function of the one before; the levels fail together; the
// explanation agrees with the forms; SURT, SSURT and the domain exist for whatever was understood.
// The first byte chooses the tracker rules.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "doppel/url.h"
#include "url/adguard.h"
#include "url/tracker_index.h"

namespace {

using namespace doppel;

void require(bool condition) {
  if (!condition) std::abort();
}

const TrackerList& loaded() {
  static const TrackerList list(url::TrackerIndex::build(
      url::parse_adguard("$removeparam=/^ref_/i\n||a.b^$removeparam=id\n@@||c.a.b^$removeparam=id\n"
                         "||a^*/x$removeparam\n$removeparam=t,domain=b|~a.b\n")
          .rules));
  return list;
}

std::string form(std::string_view url, UrlLevel level, const TrackerList& trackers) {
  auto out = canonical_url(url, level, trackers);
  require(out.has_value());
  return *out;
}

void check_forms(std::string_view url, const UrlForms& forms, const TrackerList& trackers) {
  require(form(url, UrlLevel::kExact, trackers) == forms.exact);
  require(form(url, UrlLevel::kSafe, trackers) == forms.safe);
  require(form(url, UrlLevel::kAggressive, trackers) == forms.aggressive);
  require(form(forms.exact, UrlLevel::kExact, trackers) == forms.exact);
  require(form(forms.exact, UrlLevel::kSafe, trackers) == forms.safe);
  require(form(forms.safe, UrlLevel::kSafe, trackers) == forms.safe);
  require(form(forms.safe, UrlLevel::kAggressive, trackers) == forms.aggressive);
  require(form(forms.aggressive, UrlLevel::kAggressive, trackers) == forms.aggressive);
}

void check_rules(std::string_view url, const UrlForms& forms) {
  bool changed[3] = {};
  for (UrlRule rule : forms.rules) changed[static_cast<size_t>(level_of(rule))] = true;
  require(changed[0] == (forms.exact != url));
  require(changed[1] == (forms.safe != forms.exact));
  require(changed[2] == (forms.aggressive != forms.safe));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  bool more = data[0] & 1;
  auto exact_size = std::make_unique<char[]>(size - 1);
  if (size > 1) std::memcpy(exact_size.get(), data + 1, size - 1);
  std::string_view url(exact_size.get(), size - 1);
  const TrackerList& trackers = more ? loaded() : TrackerList();
  auto forms = url_forms(url, trackers);
  if (!forms) {
    require(!canonical_url(url, UrlLevel::kSafe) && !surt(url) && !ssurt(url) && !url_key(url));
    require(registrable_domain(url).empty());
  } else {
    check_forms(url, *forms, trackers);
    check_rules(url, *forms);
    require(surt(url).has_value() && ssurt(url).has_value());
    require(registrable_domain(url) == forms->domain);
  }
  // The same bytes as a list of rules, and as a reference on a page.
  auto rules = url::parse_adguard(url);
  if (!rules.rules.empty()) {
    TrackerList list(url::TrackerIndex::build(rules.rules));
    std::string page = form("https://www.a.b:80/x/?ref_a=1&t=2&id=3", UrlLevel::kAggressive, list);
    require(form(page, UrlLevel::kAggressive, list) == page);
  }
  if (auto resolved = resolve_url("https://a.b/c/d?e#f", url)) {
    require(form(*resolved, UrlLevel::kExact, {}) == *resolved);
  }
  return 0;
}
