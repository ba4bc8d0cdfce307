// Laws of canonical forms, on URLs put together from pieces that are difficult in their places.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "doppel/url.h"
#include "url/plain_url.h"

namespace doppel {
namespace {

using Pieces = std::vector<std::string>;

rc::Gen<std::string> one_of(const Pieces& pieces) { return rc::gen::elementOf(pieces); }

// Up to `most` draws, one after the other.
rc::Gen<std::string> several(const Pieces& pieces, int most) {
  return rc::gen::map(rc::gen::resize(most, rc::gen::container<Pieces>(one_of(pieces))),
                      [](const Pieces& drawn) {
                        std::string out;
                        for (const std::string& piece : drawn) out += piece;
                        return out;
                      });
}

const Pieces kSchemes = {"http://",  "https://", "HTTP:/", "https:\\\\", "ftp://",
                         "file:///", "file:",    "sc://",  "mailto:",    "ws://",
                         "",         " http://", "http:",  "//"};
const Pieces kHosts = {"a.org", "www.",          "www2.",     "A.b", "1.2.3.4",   "0x7f.1",
                       "[::1]", "xn--bcher-kva", ".",         "..",  "b\xC3\xBC", "u:p@",
                       "@",     ":80",           ":443",      ":",   "%41",       "%2e",
                       "1",     "co.uk",         "localhost", "\xFF"};
const Pieces kPaths = {"/",
                       "//",
                       "/.",
                       "/..",
                       "/%2e%2E",
                       "/index.html",
                       "/Default.aspx",
                       "a",
                       "B",
                       "%41",
                       "%2f",
                       "%zz",
                       "%",
                       ";jsessionid=1",
                       ";v=2",
                       "/(S(4hqa0555fwsecu455xqckv45))",
                       "\\",
                       " ",
                       "\xC3\xBC",
                       "{",
                       "|",
                       "C|",
                       "%43",
                       "'",
                       "%2C",
                       ",",
                       "..;jsessionid=1",
                       ".",
                       "\t"};
const Pieces kQueries = {"a=1",     "b=2",         "&",
                         "&&",      "=",           "utm_source=x",
                         "gclid=1", "PHPSESSID=2", "sid=9682993c8daa2c5497996114facdc805",
                         "%26",     "%3D",         "+",
                         "%20",     "'",           "%27",
                         "[",       "?",           "/",
                         "%2f",     "%",           "\xE2\x98\x83",
                         ";",       "id"};

rc::Gen<std::string> urls() {
  return rc::gen::apply(
      [](const std::string& scheme, const std::string& host, const std::string& path,
         const std::string& query, const std::string& fragment) {
        std::string out = scheme + host + path;
        if (!query.empty()) out += "?" + query;
        return fragment.empty() ? out : out + "#" + fragment;
      },
      one_of(kSchemes), several(kHosts, 4), several(kPaths, 8), several(kQueries, 8),
      several({"", "x", " ", "#"}, 2));
}

std::string form(std::string_view url, UrlLevel level) {
  auto out = canonical_url(url, level);
  RC_ASSERT(out.has_value());
  return *out;
}

// Many at a time: a URL is small, and a good part of them are none.
constexpr size_t kUrlsAtOnce = 50;

template <typename Check>
void for_many_urls(Check check) {
  auto drawn = *rc::gen::container<Pieces>(kUrlsAtOnce, urls());
  for (const std::string& url : drawn) {
    if (canonical_url(url, UrlLevel::kExact)) check(url);
  }
}

RC_GTEST_PROP(Laws, every_level_is_idempotent, ()) {
  for_many_urls([](const std::string& url) {
    for (UrlLevel level : {UrlLevel::kExact, UrlLevel::kSafe, UrlLevel::kAggressive}) {
      std::string once = form(url, level);
      RC_ASSERT(form(once, level) == once);
    }
  });
}

RC_GTEST_PROP(Laws, a_plain_url_is_its_own_safe_form, ()) {
  for (const std::string& url : *rc::gen::container<Pieces>(kUrlsAtOnce, urls())) {
    if (url::is_plain_url(url)) RC_ASSERT(form(url, UrlLevel::kSafe) == url);
  }
}

RC_GTEST_PROP(Laws, every_level_is_a_function_of_the_one_before, ()) {
  for_many_urls([](const std::string& url) {
    RC_ASSERT(form(form(url, UrlLevel::kExact), UrlLevel::kSafe) == form(url, UrlLevel::kSafe));
    RC_ASSERT(form(form(url, UrlLevel::kSafe), UrlLevel::kAggressive) ==
              form(url, UrlLevel::kAggressive));
  });
}

RC_GTEST_PROP(Laws, the_levels_fail_together, ()) {
  std::string url = *urls();
  bool exact = canonical_url(url, UrlLevel::kExact).has_value();
  RC_ASSERT(canonical_url(url, UrlLevel::kSafe).has_value() == exact);
  RC_ASSERT(canonical_url(url, UrlLevel::kAggressive).has_value() == exact);
  RC_ASSERT(url_forms(url).has_value() == exact);
}

RC_GTEST_PROP(Laws, a_level_has_a_rule_exactly_if_it_changed_something, ()) {
  for_many_urls([](const std::string& url) {
    UrlForms forms = *url_forms(url);
    bool changed[3] = {};
    for (UrlRule rule : forms.rules) changed[static_cast<size_t>(level_of(rule))] = true;
    RC_ASSERT(changed[0] == (forms.exact != url));
    RC_ASSERT(changed[1] == (forms.safe != forms.exact));
    RC_ASSERT(changed[2] == (forms.aggressive != forms.safe));
  });
}

RC_GTEST_PROP(Laws, the_order_of_parameters_does_not_count_at_aggressive, ()) {
  Pieces parameters = *rc::gen::container<Pieces>(one_of(kQueries));
  auto join = [](const Pieces& pieces) {
    std::string out = "http://a.org/?";
    for (const std::string& piece : pieces) out += piece + "&";
    return out;
  };
  Pieces reversed(parameters.rbegin(), parameters.rend());
  RC_ASSERT(form(join(parameters), UrlLevel::kAggressive) ==
            form(join(reversed), UrlLevel::kAggressive));
}

RC_GTEST_PROP(Laws, no_bytes_are_too_strange, (const std::string& bytes)) {
  for (const std::string& url : {bytes, "http://" + bytes, "http://a/" + bytes, "sc:" + bytes}) {
    if (auto forms = url_forms(url))
      RC_ASSERT(form(forms->aggressive, UrlLevel::kAggressive) == forms->aggressive);
  }
}

}  // namespace
}  // namespace doppel
