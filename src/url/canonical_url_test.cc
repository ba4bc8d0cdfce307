#include <gtest/gtest.h>

#include "doppel/url.h"

namespace doppel {
namespace {

std::string form(std::string_view url, UrlLevel level) {
  auto out = canonical_url(url, level);
  return out ? *out : "error: " + out.error().message();
}
std::string exact(std::string_view url) { return form(url, UrlLevel::kExact); }
std::string safe(std::string_view url) { return form(url, UrlLevel::kSafe); }
std::string aggressive(std::string_view url) { return form(url, UrlLevel::kAggressive); }

TEST(Exact, is_what_browsers_write) {
  EXPECT_EQ(exact(" HTTP://Example.ORG:80/a/./b/../c?q#f "), "http://example.org/a/c?q#f");
  EXPECT_EQ(exact("http:\\\\example.org\\a"), "http://example.org/a");
  EXPECT_EQ(exact("https://b\xC3\xBC"
                  "cher.example"),
            "https://xn--bcher-kva.example/");
  EXPECT_EQ(exact("http://0x7f.1/"), "http://127.0.0.1/");
  EXPECT_EQ(exact("http://[0:0:0:0:0:0:0:1]:0080/"), "http://[::1]/");
}

TEST(Exact, what_is_no_address_is_an_error_at_every_level) {
  for (UrlLevel level : {UrlLevel::kExact, UrlLevel::kSafe, UrlLevel::kAggressive}) {
    EXPECT_EQ(form("example.org/", level), "error: no scheme: \"example.org/\"");
    EXPECT_EQ(form("", level), "error: no scheme: \"\"");
    EXPECT_EQ(form("http://a b/", level), "error: bad host or port: \"http://a b/\"");
    EXPECT_EQ(form("http://a:99999/", level), "error: bad host or port: \"http://a:99999/\"");
    EXPECT_EQ(form("http://[fe80::1%25eth0]/", level),
              "error: bad host or port: \"http://[fe80::1%25eth0]/\"");
  }
}

TEST(Safe, percent_encoding_has_one_spelling) {
  EXPECT_EQ(safe("http://a/%7Ejo/%c3%bc"), "http://a/~jo/%C3%BC");
  EXPECT_EQ(safe("http://a/b%2Fc"), "http://a/b%2Fc");
  EXPECT_EQ(safe("http://a/b/c"), "http://a/b/c");
  EXPECT_EQ(safe("http://a/%"), "http://a/%25");
  EXPECT_EQ(safe("http://a/%4"), "http://a/%254");
  EXPECT_EQ(safe("http://a/%%34%31"), "http://a/%2541") << "unescaped once, not twice";
  EXPECT_EQ(safe("http://a/{x}|[y]?[z]=^"), "http://a/%7Bx%7D%7C%5By%5D?%5Bz%5D=%5E");
}

TEST(Safe, keeps_what_can_choose_another_page) {
  for (std::string_view url :
       {"http://www.a.org/", "https://a.org/", "http://a.org/b/", "http://a.org/?b=2&a=1",
        "http://a.org/?", "http://a.org//b", "http://u:p@a.org/", "http://a.org./",
        "http://a.org:443/", "http://a.org/index.html", "http://a.org/?utm_source=x",
        "http://a.org/%2C"}) {
    EXPECT_EQ(safe(url), url);
  }
}

TEST(Safe, drops_the_fragment) {
  EXPECT_EQ(safe("http://a/b#c"), "http://a/b");
  EXPECT_EQ(safe("http://a/b#"), "http://a/b");
  EXPECT_EQ(safe("mailto:a@b#c"), "mailto:a@b");
}

TEST(Safe, looks_again_at_a_drive_letter_that_was_encoded) {
  EXPECT_EQ(safe("file:///%43|/x"), safe(safe("file:///%43|/x")));
}

TEST(Aggressive, takes_habits_of_sites_away) {
  EXPECT_EQ(aggressive("https://www.a.org/"), "http://a.org/");
  EXPECT_EQ(aggressive("https://www2.a.org:443/"), "http://a.org/");
  EXPECT_EQ(aggressive("http://a.org./b"), "http://a.org/b");
  EXPECT_EQ(aggressive("http://u:p@a.org/b"), "http://a.org/b");
  EXPECT_EQ(aggressive("http://a.org/b//c/"), "http://a.org/b/c");
  EXPECT_EQ(aggressive("http://a.org/b/Index.HTML"), "http://a.org/b");
  EXPECT_EQ(aggressive("http://a.org/default.aspx?id=1"), "http://a.org/?id=1");
  EXPECT_EQ(aggressive("http://a.org/b?"), "http://a.org/b");
  EXPECT_EQ(aggressive("http://a.org/b?&&d=&c=1"), "http://a.org/b?c=1&d");
  EXPECT_EQ(aggressive("http://a.org/a%2Cb?c=1%3A2"), "http://a.org/a,b?c=1:2");
}

TEST(Aggressive, keeps_what_would_change_the_meaning) {
  EXPECT_EQ(aggressive("http://www.org/"), "http://www.org/");
  EXPECT_EQ(aggressive("http://wwwhost.org/"), "http://wwwhost.org/");
  EXPECT_EQ(aggressive("http://a.org:8080/"), "http://a.org:8080/");
  EXPECT_EQ(aggressive("http://a.org/B?C=D"), "http://a.org/B?C=D");
  EXPECT_EQ(aggressive("http://a.org/?q=a%26b%3Dc%2Bd"), "http://a.org/?q=a%26b%3Dc%2Bd");
  EXPECT_EQ(aggressive("http://a.org/a%2Fb"), "http://a.org/a%2Fb");
  EXPECT_EQ(aggressive("http://a.org/index.html.bak"), "http://a.org/index.html.bak");
  EXPECT_EQ(aggressive("ftp://www.a.org/b/"), "ftp://www.a.org/b/");
}

TEST(Aggressive, session_ids_go_from_path_and_query) {
  EXPECT_EQ(aggressive("http://a.org/b;jsessionid=1A2B?c=1"), "http://a.org/b?c=1");
  EXPECT_EQ(aggressive("http://a.org/b;v=1;JSESSIONID=1A2B/c"), "http://a.org/b;v=1/c");
  EXPECT_EQ(aggressive("http://a.org/(S(4hqa0555fwsecu455xqckv45))/b.aspx"), "http://a.org/b.aspx");
  EXPECT_EQ(aggressive("http://a.org/(not-a-session)/b"), "http://a.org/(not-a-session)/b");
  EXPECT_EQ(aggressive("http://a.org/?PHPSESSID=x&b=1"), "http://a.org/?b=1");
  EXPECT_EQ(aggressive("http://a.org/?sid=9682993c8daa2c5497996114facdc805"), "http://a.org/");
  EXPECT_EQ(aggressive("http://a.org/?sid=12"), "http://a.org/?sid=12");
  EXPECT_EQ(aggressive("http://a.org/a/..;jsessionid=1/b"), "http://a.org/a/..;jsessionid=1/b")
      << "a segment never becomes a dot segment";
}

TEST(Aggressive, trackers_go) {
  EXPECT_EQ(aggressive("http://a.org/?utm_source=x&UTM_Medium=y&fbclid=z&id=1"),
            "http://a.org/?id=1");
  EXPECT_EQ(aggressive("http://a.org/2012/boat/?replytocom=77#respond"), "http://a.org/2012/boat");
  EXPECT_EQ(aggressive("http://a.org/?ref=x"), "http://a.org/?ref=x");
  EXPECT_EQ(aggressive("http://a.org/?my_utm_source=x"), "http://a.org/?my_utm_source=x");
}

TEST(Aggressive, stays_an_address_when_hosts_are_odd) {
  for (std::string_view url :
       {"http://a.1../", "http://../", "http://www../", "http://www.a../", "http://www.1../",
        "http://1.2.3.4../", "https://a:80/", "http://www.www.a.b/"}) {
    std::string once = aggressive(url);
    EXPECT_EQ(aggressive(once), once) << url;
  }
}

TEST(Hostile, long_urls_are_handled_or_refused) {
  std::string parameters = "http://a.org/?", segments = "http://a.org/",
              semicolons = "http://a.org/x";
  for (int i = 0; i < 100'000; ++i) {
    parameters += std::to_string(i * 7919 % 100'003) + "&";
    segments += "index.html/";
    semicolons += ";jsessionid=";
  }
  EXPECT_LT(aggressive(parameters).size(), parameters.size());
  EXPECT_EQ(aggressive(segments), "http://a.org/");
  EXPECT_EQ(aggressive(semicolons), "http://a.org/x");
  EXPECT_EQ(safe("http://a.org/" + std::string(1'000'000, '%')).size(), 13 + 3'000'000u);
  EXPECT_FALSE(canonical_url("http://a.org/" + std::string(kMaxUrlBytes, 'a'), UrlLevel::kExact));
}

TEST(Hostile, nul_bytes_and_broken_utf8_are_bytes) {
  EXPECT_EQ(exact(std::string_view("http://a/\0b", 11)), "http://a/%00b");
  EXPECT_EQ(safe("http://a/\xFF\xC3"), safe("http://a/\xFF\xC3"));
  EXPECT_FALSE(canonical_url(std::string_view("http://a\0b/", 11), UrlLevel::kExact));
}

TEST(ResolveUrl, answers_the_exact_form_of_a_reference) {
  EXPECT_EQ(*resolve_url("http://a/b/c", "../d?e#f"), "http://a/d?e#f");
  EXPECT_EQ(*resolve_url("http://a/b/c", "//x"), "http://x/");
  EXPECT_FALSE(resolve_url("b/c", "d"));
  EXPECT_FALSE(resolve_url("http://a/", "http://[x]/"));
}

TEST(UrlKey, is_the_hash_of_the_form) {
  EXPECT_EQ(*url_key("HTTP://a.org/%7e#x"), *url_key("http://a.org/~"));
  EXPECT_NE(*url_key("http://www.a.org/"), *url_key("http://a.org/"));
  EXPECT_EQ(*url_key("http://www.a.org/", UrlLevel::kAggressive),
            *url_key("https://a.org/", UrlLevel::kAggressive));
  // Stored: never change. XXH3-128, seed 0, of "http://a.org/".
  EXPECT_EQ(*url_key("http://a.org/"), (UrlKey{0x7f57cd5e8c7fb361, 0x0855763093b19a0e}));
}

TEST(UrlLevel, has_a_name) {
  for (UrlLevel level : {UrlLevel::kExact, UrlLevel::kSafe, UrlLevel::kAggressive}) {
    EXPECT_EQ(*parse_url_level(name(level)), level);
  }
  EXPECT_EQ(parse_url_level("Safe").error().message(),
            "a URL level is exact, safe or aggressive, not \"Safe\"");
}

}  // namespace
}  // namespace doppel
