#include "url/tracker_index.h"

#include <gtest/gtest.h>

#include "doppel/url.h"

namespace doppel::url {
namespace {

std::string form(const std::vector<TrackerRule>& rules, std::string_view url) {
  return *canonical_url(url, UrlLevel::kAggressive, TrackerList(TrackerIndex::build(rules)));
}

TEST(TrackerIndex, an_address_may_be_written_with_or_without_www) {
  TrackerRule with{.address = "^https://www\\.a\\.org/", .names = {"x"}};
  TrackerRule without{.address = "^https?://a\\.org/", .names = {"y"}};
  EXPECT_EQ(form({with, without}, "http://www.a.org/?x=1&y=2&z=3"), "http://a.org/?z=3");
  EXPECT_EQ(form({with, without}, "https://a.org/?x=1&y=2&z=3"), "http://a.org/?z=3");
}

TEST(TrackerIndex, an_exception_silences_its_rule_only) {
  TrackerRule quiet{.names = {"x"}, .parameters = {}, .keeps = false};
  quiet.exceptions = {"/login\\?"};
  TrackerRule loud{.names = {"y"}};
  EXPECT_EQ(form({quiet, loud}, "http://a.org/login?x=1&y=2"), "http://a.org/login?x=1");
  EXPECT_EQ(form({quiet, loud}, "http://a.org/other?x=1&y=2"), "http://a.org/other");
}

TEST(TrackerIndex, dropping_parameters_does_not_change_which_rules_apply) {
  TrackerRule all{.address = "\\?$", .parameters = {""}};
  std::string once = form({all}, "http://a.org/b?x&y");
  EXPECT_EQ(once, "http://a.org/b");
  EXPECT_EQ(form({all}, once), once);
}

TEST(TrackerIndex, hosts_of_a_million_bytes_match_no_host_rule_and_take_linear_time) {
  std::string host;
  for (int i = 0; i < 250'000; ++i) host += "a.";
  std::string url = "http://" + host + "org/?x=1&y=2";
  TrackerRule by_host{.hosts = {"org"}, .names = {"x"}}, by_name{.names = {"y"}};
  EXPECT_TRUE(form({by_host, by_name}, url).ends_with("a.org/?x=1"));
}

TEST(TrackerIndex, many_expressions_are_tried_even_when_they_are_too_many_at_once) {
  std::vector<TrackerRule> rules;
  for (int i = 0; i < 300; ++i) {
    std::string letters = {static_cast<char>('a' + i % 26), static_cast<char>('a' + i / 26)};
    rules.push_back({.address = letters + ".{0,90}" + letters + ".{0,90}z",
                     .names = {"x" + std::to_string(i)}});
  }
  std::string url = "http://a.org/aa-aa-z?x0=1&x1=2";
  EXPECT_EQ(form(rules, url), "http://a.org/aa-aa-z?x1=2");
}

TEST(TrackerIndex, our_own_list_stays) {
  EXPECT_EQ(form({}, "http://a.org/?utm_campaign=1&b"), "http://a.org/?b");
  EXPECT_EQ(TrackerList().loaded(), 0u);
}

}  // namespace
}  // namespace doppel::url
