#include "group/canonical_names.h"

#include <gtest/gtest.h>

namespace doppel::group {
namespace {

TEST(CanonicalNames, a_link_is_resolved_against_the_page_and_its_base) {
  const char* page = "http://www.example.org/a/b?c";
  EXPECT_EQ(canonical_of(page, {.href = "http://example.org/x"}), "http://example.org/x");
  EXPECT_EQ(canonical_of(page, {.href = "../x"}), "http://www.example.org/x");
  EXPECT_EQ(canonical_of(page, {.href = "//example.org/x"}), "http://example.org/x");
  EXPECT_EQ(canonical_of(page, {.href = "x", .base = "/deep/er/"}),
            "http://www.example.org/deep/er/x");
  EXPECT_EQ(canonical_of(page, {.href = "x", .base = "http://example.org"}),
            "http://example.org/x");
  EXPECT_EQ(canonical_of(page, {.href = "x", .base = "http://["}), "http://www.example.org/a/x");
}

TEST(CanonicalNames, a_page_may_name_itself) {
  EXPECT_EQ(canonical_of("HTTP://a.org", {.href = "HTTP://a.org"}), "http://a.org/");
  EXPECT_EQ(canonical_of("http://a.org/x", {.href = "#top"}), "http://a.org/x");
}

TEST(CanonicalNames, another_site_is_not_named) {
  const char* page = "http://www.a.co.uk/";
  EXPECT_EQ(canonical_of(page, {.href = "http://b.co.uk/"}), "");
  EXPECT_EQ(canonical_of(page, {.href = "x", .base = "http://b.co.uk/"}), "");
  EXPECT_EQ(canonical_of(page, {.href = "https://shop.a.co.uk/"}), "https://shop.a.co.uk/");
  EXPECT_EQ(canonical_of("http://co.uk/", {.href = "http://a.co.uk/"}), "");
}

// Without a registrable domain, the host is the site.
TEST(CanonicalNames, the_site_of_an_address_without_a_domain_is_its_host) {
  EXPECT_EQ(site_of("http://www.a.co.uk:81/x"), "a.co.uk");
  EXPECT_EQ(site_of("http://10.0.0.1/x"), "10.0.0.1");
  EXPECT_EQ(site_of("http://localhost:81/"), "localhost");
  EXPECT_EQ(canonical_of("http://10.0.0.1/x", {.href = "/y"}), "http://10.0.0.1/y");
  EXPECT_EQ(canonical_of("http://10.0.0.1/x", {.href = "http://10.0.0.2/y"}), "");
}

TEST(CanonicalNames, what_is_not_a_url_of_a_host_names_nothing) {
  for (const char* page : {"", "a.org/x", "http://", "file:///x", "mailto:a@a.org", "dns:a.org"}) {
    EXPECT_EQ(canonical_of(page, {.href = page}), "") << page;
    EXPECT_EQ(canonical_of(page, {.href = "http://a.org/"}), "") << page;
    EXPECT_EQ(site_of(page), "") << page;
  }
  const char* page = "http://a.org/";
  for (const char* href : {"", "http://", "mailto:a@a.org", "javascript:void(0)"}) {
    EXPECT_EQ(canonical_of(page, {.href = href}), "") << href;
    EXPECT_EQ(canonical_name(page, {.href = href}), Hash128{}) << href;
  }
}

TEST(CanonicalNames, addresses_are_compared_in_their_safe_form) {
  CanonicalNames names;
  names.add(canonical_name("http://a.org/x", {.href = "http://A.org:80/%7ejo#top"}));
  names.add(canonical_name("http://a.org/y", {.href = "/~jo"}));
  names.add({});
  names.settle();
  for (const char* same : {"http://a.org/~jo", "http://a.org/%7Ejo", "HTTP://a.ORG/~jo#end"}) {
    EXPECT_TRUE(names.contains(same)) << same;
  }
  for (const char* other : {"https://a.org/~jo", "http://a.org/~Jo", "http://a.org/", "~jo", ""}) {
    EXPECT_FALSE(names.contains(other)) << other;
  }
}

}  // namespace
}  // namespace doppel::group
