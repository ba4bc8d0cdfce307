#include <gtest/gtest.h>

#include "doppel/url.h"
#include "url/host_names.h"

namespace doppel {
namespace {

TEST(RegistrableDomain, is_one_label_and_a_public_suffix) {
  EXPECT_EQ(registrable_domain("http://www.example.com/x"), "example.com");
  EXPECT_EQ(registrable_domain("https://a.b.example.co.uk:81/"), "example.co.uk");
  EXPECT_EQ(registrable_domain("http://www.example.com./"), "example.com");
  EXPECT_EQ(registrable_domain("http://user.github.io/"), "user.github.io");
  EXPECT_EQ(registrable_domain("http://www.xn--bcher-kva.de/"), "xn--bcher-kva.de");
  EXPECT_EQ(registrable_domain("http://a.b.nosuchsuffix/"), "b.nosuchsuffix");
}

TEST(RegistrableDomain, is_empty_for_what_has_none) {
  for (const char* url :
       {"", "x", "http://co.uk/", "http://com/", "http://localhost/", "http://127.0.0.1/",
        "http://[::1]/", "file:///a", "mailto:a@example.com", "sc://www.example.com/"}) {
    EXPECT_EQ(registrable_domain(url), "") << url;
  }
  EXPECT_EQ(registrable_domain("http://" + std::string(300, 'a') + ".com/"), "");
}

TEST(HostNames, final_dots_go_unless_a_number_would_come_last) {
  EXPECT_EQ(url::without_final_dots("a.org."), "a.org");
  EXPECT_EQ(url::without_final_dots("a.org.."), "a.org");
  EXPECT_EQ(url::without_final_dots("a.1.."), "a.1..");
  EXPECT_EQ(url::without_final_dots(".."), "..");
  EXPECT_EQ(url::without_final_dots(""), "");
}

TEST(HostNames, www_goes_where_a_name_is_left) {
  EXPECT_EQ(url::without_www("www.a.org"), "a.org");
  EXPECT_EQ(url::without_www("www12.www.a.org"), "a.org");
  EXPECT_EQ(url::without_www("www.org"), "www.org");
  EXPECT_EQ(url::without_www("www"), "www");
  EXPECT_EQ(url::without_www("www2foo.org"), "www2foo.org");
  EXPECT_EQ(url::without_www("www..org"), "www..org");
}

}  // namespace
}  // namespace doppel
