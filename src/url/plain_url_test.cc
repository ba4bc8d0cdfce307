#include "url/plain_url.h"

#include <gtest/gtest.h>

#include <string>

#include "doppel/url.h"

namespace doppel::url {
namespace {

void expect_right(const std::string& url) {
  if (!is_plain_url(url)) return;
  for (UrlLevel level : {UrlLevel::kExact, UrlLevel::kSafe}) {
    auto form = canonical_url(url, level);
    ASSERT_TRUE(form.has_value()) << url;
    EXPECT_EQ(*form, url);
  }
}

TEST(PlainUrl, usual_addresses_are_plain) {
  for (const char* url :
       {"http://a.org/", "https://www.a-b.co.uk/x/y.html", "http://localhost/", "http://a.org/?",
        "https://3com.example/~jo/a_b;v=1,2?q=a+b&c=(d)!*:@/?", "http://a.org//a..b/c./d"}) {
    EXPECT_TRUE(is_plain_url(url)) << url;
    expect_right(url);
  }
}

TEST(PlainUrl, what_a_parser_would_have_to_look_at_is_not_plain) {
  for (const char* url : {"",
                          "http",
                          "https:/",
                          "http://",
                          "http://a.org",
                          "HTTP://a.org/",
                          "http://A.org/",
                          "http:///x",
                          "http://.a.org/",
                          "http://a..org/",
                          "http://a.org./",
                          "http://1.2.3.4/",
                          "http://a.0x7f/",
                          "http://a.7/",
                          "http://xn--a/",
                          "http://a.org:80/",
                          "http://u@a.org/",
                          "http://a.org/./x",
                          "http://a.org/..",
                          "http://a.org/%7e",
                          "http://a.org/x#y",
                          "http://a.org/?'",
                          "http://a.org/ ",
                          "http://a.org/\xC3\xA9",
                          "ftp://a.org/",
                          "httpx://a/"}) {
    EXPECT_FALSE(is_plain_url(url)) << url;
  }
}

TEST(PlainUrl, is_right_about_every_byte_in_every_place) {
  for (const char* around : {"http://a|b.org/", "http://a.|", "http://a.org/|", "http://a.org/x|y",
                             "http://a.org/?|", "http://a.org/?x|y", "|http://a.org/",
                             "http|://a.org/", "http://a.b|/x", "http://a.org/|."}) {
    const std::string pattern = around;
    const size_t at = pattern.find('|');
    for (int byte = 0; byte < 256; ++byte) {
      expect_right(pattern.substr(0, at) + static_cast<char>(byte) + pattern.substr(at + 1));
    }
  }
}

}  // namespace
}  // namespace doppel::url
