#include "url/tracker_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "doppel/url.h"

namespace doppel::url {
namespace {

constexpr const char* kClearUrls = R"({"providers": {
  "everyone": {"urlPattern": ".*", "rules": ["(?:%3F)?from_ad", "ab_[a-z]*"]},
  "shop": {"urlPattern": "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?shop\\.org", "completeProvider": false,
           "rules": ["ref_?", "p[df]_rd_[a-z]*"], "referralMarketing": ["tag"],
           "exceptions": ["^https?:\\/\\/(?:[a-z0-9-]+\\.)*?shop\\.org\\/login"], "redirections": ["x"]},
  "strange": {"urlPattern": ".*", "rules": ["(?!look)ahead", "plain"]}}})";

std::string form(const std::string& list, std::string_view url) {
  auto file = parse_tracker_file(list);
  EXPECT_TRUE(file) << file.status().message();
  return *canonical_url(url, UrlLevel::kAggressive,
                        TrackerList(url::TrackerIndex::build(file->rules, file->skipped)));
}

TEST(TrackerFile, clearurls_rules_are_whole_names_in_any_case) {
  EXPECT_EQ(form(kClearUrls, "http://a.org/?AB_x=1&from_ad&ab=2&xab_y=3"),
            "http://a.org/?ab=2&xab_y=3");
}

TEST(TrackerFile, clearurls_providers_have_their_addresses_and_exceptions) {
  EXPECT_EQ(form(kClearUrls, "https://www.shop.org/x?ref=1&pd_rd_w=2&tag=3&id=4"),
            "http://shop.org/x?id=4");
  EXPECT_EQ(form(kClearUrls, "https://www.shop.org/login?ref=1"), "http://shop.org/login?ref=1");
  EXPECT_EQ(form(kClearUrls, "https://other.org/x?ref=1"), "http://other.org/x?ref=1");
}

TEST(TrackerFile, an_expression_that_is_not_understood_costs_no_other) {
  EXPECT_EQ(form(kClearUrls, "http://a.org/?ahead=1&plain=2"), "http://a.org/?ahead=1");
  auto file = parse_tracker_file(kClearUrls);
  auto index = url::TrackerIndex::build(file->rules);
  EXPECT_EQ(index->loaded(), 6u);
  EXPECT_EQ(index->skipped(), 1u);
}

TEST(TrackerFile, adguard_lines_are_told_by_their_content) {
  EXPECT_EQ(form("! a comment\n$removeparam=ref\n", "http://a.org/?ref=1&x"), "http://a.org/?x");
}

TEST(TrackerFile, what_is_neither_is_an_error) {
  auto message = [](const char* text) { return parse_tracker_file(text).status().message(); };
  EXPECT_EQ(message("hello"), "neither a ClearURLs object nor lines with $removeparam");
  EXPECT_EQ(message(""), "neither a ClearURLs object nor lines with $removeparam");
  EXPECT_EQ(message("{}"), "the key \"providers\" is missing");
  EXPECT_EQ(message(R"({"providers": {"a": {"rules": []}}})"), "the key \"urlPattern\" is missing");
  EXPECT_FALSE(parse_tracker_file("{\"providers\": ").has_value());
}

TEST(TrackerFile, load_trackers_names_the_file) {
  auto path = std::filesystem::temp_directory_path() / "doppel_tracker_file_test";
  EXPECT_EQ(load_trackers(path.string() + ".absent").status().code(), StatusCode::kNotFound);
  std::ofstream(path) << "$removeparam=ref\n$removeparam=~x\n";
  auto list = load_trackers(path);
  ASSERT_TRUE(list);
  EXPECT_EQ(list->loaded(), 1u);
  EXPECT_EQ(list->skipped(), 1u);
  std::ofstream(path) << "nothing";
  EXPECT_EQ(load_trackers(path).status().message(),
            path.string() + ": neither a ClearURLs object nor lines with $removeparam");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace doppel::url
