#include <gtest/gtest.h>

#include "doppel/url.h"

namespace doppel {
namespace {

TEST(Surt, turns_the_host_round) {
  EXPECT_EQ(*surt("http://www.example.org:81/a?b#c"), "http://(org,example,www,:81)/a?b#c");
  EXPECT_EQ(*surt("http://u:p@example.org/"), "http://(org,example,)/");
  EXPECT_EQ(*surt("http://www.example.org/a", {.scheme = false, .trailing_comma = false}),
            "org,example,www)/a");
}

TEST(Ssurt, loses_nothing) {
  EXPECT_EQ(*ssurt("http://u:p@www.example.org:81/a?b#c"), "org,example,www,//81:http@u:p:/a?b#c");
  EXPECT_EQ(*ssurt("http://example.org/"), "org,example,//http:/");
}

TEST(Surt, what_is_no_name_stays_whole) {
  EXPECT_EQ(*surt("http://127.1/a"), "http://(127.0.0.1)/a");
  EXPECT_EQ(*ssurt("http://[::1]:81/a"), "[::1]//81:http:/a");
  EXPECT_EQ(*surt("mailto:a@b"), "mailto:a@b");
  EXPECT_EQ(*ssurt("file:///a"), "file:///a");
  EXPECT_FALSE(surt("a.org"));
}

TEST(Surt, odd_hosts) {
  EXPECT_EQ(*surt("sc://a,b.y.z./"), "sc://(,z,y,a.b,)/");
  EXPECT_EQ(*surt("sc://x/"), "sc://(x,)/");
}

}  // namespace
}  // namespace doppel
