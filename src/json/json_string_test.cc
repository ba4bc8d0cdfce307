#include "json/json_string.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace doppel::json {
namespace {

TEST(JsonString, decodes_escapes) {
  EXPECT_EQ(decode_json_string(R"("")"), "");
  EXPECT_EQ(decode_json_string(R"("a\"\\\/\b\f\n\r\tz")"), "a\"\\/\b\f\n\r\tz");
  EXPECT_EQ(decode_json_string(R"("\u0041\u00e9\u4e2d\ud83d\ude00")"),
            "A\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80");
  EXPECT_EQ(decode_json_string(R"("\u0000")"), std::string(1, '\0'));
}

TEST(JsonString, decodes_no_lone_surrogate) {
  for (std::string_view json : {R"("\ud800")", R"("\udc00")", R"("\ud800x")", R"("\ud800\n")",
                                R"("\ud800\u0041")", R"("\ud800\ud800")", R"("\udc00\ud800")"}) {
    EXPECT_EQ(decode_json_string(json), std::nullopt) << json;
  }
}

TEST(JsonString, checks_escapes_alone) {
  EXPECT_TRUE(escapes_are_valid(""));
  EXPECT_TRUE(escapes_are_valid(R"(plain \n\n \\ \u12aF)"));
  EXPECT_FALSE(escapes_are_valid(R"(a \x)"));
  EXPECT_FALSE(escapes_are_valid(R"(\u12)"));
  EXPECT_FALSE(escapes_are_valid("\\"));
}

}  // namespace
}  // namespace doppel::json
