#include "url/adguard.h"

#include <gtest/gtest.h>

#include "doppel/url.h"

namespace doppel::url {
namespace {

// The aggressive form under a list.
std::string form(std::string_view list, std::string_view url) {
  return *canonical_url(url, UrlLevel::kAggressive,
                        TrackerList(TrackerIndex::build(parse_adguard(list).rules)));
}

TEST(Adguard, a_name_goes_everywhere) {
  EXPECT_EQ(form("$removeparam=ref", "http://a.org/?ref=1&x=2"), "http://a.org/?x=2");
  EXPECT_EQ(form("$removeparam=ref", "http://a.org/?Ref=1&refs=2"), "http://a.org/?Ref=1&refs=2");
}

TEST(Adguard, an_expression_sees_name_and_value) {
  EXPECT_EQ(form("$removeparam=/^ref_[a-z]=\\d+$/", "http://a.org/?ref_b=12&ref_c=x"),
            "http://a.org/?ref_c=x");
  EXPECT_EQ(form("$removeparam=/^REF/i", "http://a.org/?ref_b=12"), "http://a.org/");
  EXPECT_EQ(form("$removeparam=/^a{1,2}$/,domain=a.org", "http://a.org/?aa&b"), "http://a.org/?b");
}

TEST(Adguard, a_host_means_what_is_below_it) {
  constexpr std::string_view kList = "||shop.org^$removeparam=ref";
  EXPECT_EQ(form(kList, "http://www.de.shop.org/?ref=1"), "http://de.shop.org/");
  EXPECT_EQ(form(kList, "http://myshop.org/?ref=1"), "http://myshop.org/?ref=1");
}

TEST(Adguard, domains_are_listed_and_excepted) {
  constexpr std::string_view kList = "$removeparam=ref,domain=a.org|b.org|~x.a.org";
  EXPECT_EQ(form(kList, "http://a.org/?ref=1"), "http://a.org/");
  EXPECT_EQ(form(kList, "http://x.a.org/?ref=1"), "http://x.a.org/?ref=1");
  EXPECT_EQ(form(kList, "http://c.org/?ref=1"), "http://c.org/?ref=1");
}

TEST(Adguard, a_pattern_looks_at_the_path) {
  constexpr std::string_view kList = "||a.org/list/*/x^$removeparam=ref";
  EXPECT_EQ(form(kList, "http://a.org/list/9/x?ref=1"), "http://a.org/list/9/x");
  EXPECT_EQ(form(kList, "http://a.org/other/9/x?ref=1"), "http://a.org/other/9/x?ref=1");
}

TEST(Adguard, an_exception_wins_even_over_our_own_list) {
  EXPECT_EQ(form("$removeparam=ref\n@@||a.org^$removeparam=ref", "http://a.org/?ref=1"),
            "http://a.org/?ref=1");
  EXPECT_EQ(form("@@||a.org^$removeparam=utm_source", "http://a.org/?utm_source=1"),
            "http://a.org/?utm_source=1");
}

TEST(Adguard, without_a_name_every_parameter_goes) {
  EXPECT_EQ(form("||a.org^$removeparam", "http://a.org/?b=1&c"), "http://a.org/");
}

TEST(Adguard, only_rules_for_pages_count) {
  EXPECT_TRUE(parse_adguard("||a.org^$removeparam=x,script").rules.empty());
  EXPECT_EQ(parse_adguard("||a.org^$removeparam=x,script,document").rules.size(), 1u);
  EXPECT_TRUE(parse_adguard("! $removeparam=x\n||a.org^\n[Adblock]\n\n##.ad").rules.empty());
}

TEST(Adguard, what_is_not_understood_is_counted) {
  AdguardRules inverse =
      parse_adguard("$removeparam=~keep\n$removeparam=/a/xyz\n/re/$removeparam=a\r\n");
  EXPECT_TRUE(inverse.rules.empty());
  EXPECT_EQ(inverse.skipped, 3u);
  auto index = TrackerIndex::build(parse_adguard("$removeparam=/(?=a)/\n$removeparam=b").rules);
  EXPECT_EQ(index->loaded(), 1u);
  EXPECT_EQ(index->skipped(), 1u);
}

}  // namespace
}  // namespace doppel::url
