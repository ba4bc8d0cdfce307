#include <gtest/gtest.h>

#include <algorithm>

#include "doppel/url.h"

namespace doppel {
namespace {

std::string rules(std::string_view url) {
  UrlForms forms = *url_forms(url);
  std::string out;
  for (UrlRule rule : forms.rules) out.append(out.empty() ? "" : " ").append(name(rule));
  return out;
}

TEST(Explain, says_nothing_of_a_url_that_is_its_own_form) {
  EXPECT_EQ(rules("http://example.org/"), "");
  EXPECT_EQ(rules("mailto:a@b"), "");
}

TEST(Explain, names_the_rules_of_exact) {
  EXPECT_EQ(rules(" http://a.org/ "), "whitespace");
  EXPECT_EQ(rules("ht\ntp://a.org/"), "whitespace");
  EXPECT_EQ(rules("HTTP://a.org/"), "scheme_case");
  EXPECT_EQ(rules("http:/a.org/"), "slashes");
  EXPECT_EQ(rules("http://a.org\\b"), "slashes");
  EXPECT_EQ(rules("http://@a.org/"), "userinfo");
  EXPECT_EQ(rules("http://A.org/"), "host_case");
  EXPECT_EQ(rules("http://b\xC3\xBC"
                  "cher.de/"),
            "idna");
  EXPECT_EQ(rules("http://%61.org/"), "idna");
  EXPECT_EQ(rules("http://127.1/"), "ip_address");
  EXPECT_EQ(rules("http://[0::1]/"), "ip_address");
  EXPECT_EQ(rules("http://a.org:80/"), "port");
  EXPECT_EQ(rules("http://a.org:/"), "port");
  EXPECT_EQ(rules("http://a.org"), "empty_path");
  EXPECT_EQ(rules("http://a.org/b/%2E./c"), "dot_segments");
  EXPECT_EQ(rules("http://a.org/b c"), "percent_encode");
  EXPECT_EQ(rules("http://a.org/?b c"), "percent_encode");
  EXPECT_EQ(rules("file:/a"), "parse");
}

TEST(Explain, names_the_rules_of_safe) {
  EXPECT_EQ(rules("http://a.org/%c3"), "percent_case");
  EXPECT_EQ(rules("http://a.org/%41"), "percent_decode");
  EXPECT_EQ(rules("http://a.org/|"), "illegal");
  EXPECT_EQ(rules("http://a.org/#a"), "fragment");
}

TEST(Explain, names_the_rules_of_aggressive) {
  EXPECT_EQ(rules("https://a.org/"), "scheme");
  EXPECT_EQ(rules("http://u@a.org/"), "credentials");
  EXPECT_EQ(rules("http://a.org./"), "host_dot");
  EXPECT_EQ(rules("http://www.a.org/"), "www");
  EXPECT_EQ(rules("http://a.org/%2C"), "delimiters");
  EXPECT_EQ(rules("http://a.org/b;jsessionid=1"), "session_id");
  EXPECT_EQ(rules("http://a.org//b"), "repeated_slashes");
  EXPECT_EQ(rules("http://a.org/index.html"), "index_page");
  EXPECT_EQ(rules("http://a.org/b/"), "trailing_slash");
  EXPECT_EQ(rules("http://a.org/?gclid=1"), "tracker");
  EXPECT_EQ(rules("http://a.org/?"), "empty_parameter");
  EXPECT_EQ(rules("http://a.org/?b&a"), "query_order");
}

TEST(Explain, every_rule_has_its_own_name_and_a_level) {
  std::vector<std::string_view> names;
  for (size_t i = 0; i <= static_cast<size_t>(UrlRule::kQueryOrder); ++i) {
    names.push_back(name(static_cast<UrlRule>(i)));
  }
  EXPECT_EQ(names.front(), "whitespace");
  EXPECT_EQ(names.back(), "query_order");
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  EXPECT_EQ(level_of(UrlRule::kParse), UrlLevel::kExact);
  EXPECT_EQ(level_of(UrlRule::kPercentCase), UrlLevel::kSafe);
  EXPECT_EQ(level_of(UrlRule::kFragment), UrlLevel::kSafe);
  EXPECT_EQ(level_of(UrlRule::kScheme), UrlLevel::kAggressive);
}

}  // namespace
}  // namespace doppel
