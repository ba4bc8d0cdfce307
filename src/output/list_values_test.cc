#include "output/list_values.h"

#include <gtest/gtest.h>

#include "json/json_value.h"

namespace doppel::output {
namespace {

std::string url(const std::string& whole) {
  std::string room;
  return std::string(listed_url(whole, room));
}
std::string id(const std::string& json) {
  std::string room;
  return std::string(listed_id(json, room));
}

TEST(ListValues, within_the_limits_they_stand_as_they_are) {
  for (const std::string& whole :
       {std::string(), std::string("http://example.org/"), std::string(kLongestListedUrl, 'u')}) {
    EXPECT_EQ(url(whole), whole);
  }
  for (const std::string& json : {std::string("null"), std::string("[1, \"b\"]"),
                                  "\"" + std::string(kLongestListedId - 2, 'i') + "\""}) {
    EXPECT_EQ(id(json), json);
  }
}

TEST(ListValues, beyond_them_the_beginning_stands_with_the_sha256_of_all) {
  const std::string whole(kLongestListedUrl + 1, 'a');
  // printf 'a%.0s' $(seq 2049) | sha256sum
  EXPECT_EQ(url(whole),
            whole.substr(0, kLongestListedUrl) +
                "...sha256:ba7bea600e8f3dfd3385b6bd01756500fc11dfff0a54b6b68af8cc4733b959e8");
  // printf '"%s"' $(printf 'i%.0s' $(seq 1023)) | sha256sum
  const std::string json = "\"" + std::string(kLongestListedId - 1, 'i') + "\"";
  EXPECT_EQ(id(json),
            "\"\\\"" + json.substr(1, kLongestListedId - 1) +
                "...sha256:58e933eefea7d384446d778e7f11e1d6302adff74675021ce5858dfa9d4fd79f\"");
}

TEST(ListValues, what_is_cut_is_longer_than_the_limit) {
  for (size_t more = 1; more < 8; ++more) {
    EXPECT_GT(url(std::string(kLongestListedUrl + more, 'a')).size(), kLongestListedUrl);
    EXPECT_GT(id(std::string(kLongestListedId + more, '7')).size(), kLongestListedId);
  }
  EXPECT_LT(url(std::string(1'000'000, 'a')).size(), 2 * kLongestListedUrl);
}

TEST(ListValues, a_code_point_is_not_cut_and_an_id_is_json_whatever_it_was) {
  for (size_t shift = 0; shift < 4; ++shift) {
    std::string long_url(shift, 'a'), long_id(shift, ' ');
    for (int i = 0; i < 1000; ++i) long_url += "\xF0\x9F\x98\x80";
    long_id += "{\"k\": [\"" + long_url + "\\n\\u0041\"]}";
    const std::string cut = url(long_url);
    const size_t beginning = cut.find("...sha256:");
    EXPECT_EQ(beginning % 4, shift) << "within four bytes of the limit, after whole code points";
    EXPECT_EQ(cut.substr(0, beginning), long_url.substr(0, beginning));
    auto document = json::JsonDocument::parse(id(long_id));
    ASSERT_TRUE(document) << document.error().message();
    EXPECT_TRUE(document->root().string());
  }
}

TEST(ListValues, different_ends_have_different_hashes) {
  EXPECT_NE(url(std::string(5000, 'a') + "x"), url(std::string(5000, 'a') + "y"));
  EXPECT_NE(id(std::string(5000, '1') + "2"), id(std::string(5000, '1') + "3"));
}

}  // namespace
}  // namespace doppel::output
