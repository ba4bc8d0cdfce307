#include "json/json_scanner.h"

#include <gtest/gtest.h>

namespace doppel::json {
namespace {

TEST(JsonText, accepts_every_kind_of_value) {
  for (std::string_view json : {"null",
                                "true",
                                "false",
                                "0",
                                "-0",
                                "10",
                                "-1.5",
                                "1e5",
                                "1E+5",
                                "0.1e-7",
                                "123456789012345678901234567890",
                                "1e400",
                                "\"\"",
                                "\"a\"",
                                R"("\"\\\/\b\f\n\r\t\u00Af")",
                                R"("\ud800")",
                                "[]",
                                "{}",
                                "[ ]",
                                "{ }",
                                "[1,2]",
                                R"({"a":1,"b":[{},[]]})",
                                "[ 1 , { \"a\" : \t2 } ]",
                                "\"\x7f\xc3\xa9\""}) {
    EXPECT_TRUE(is_json_value(json)) << json;
    EXPECT_EQ(json_fault(json), std::nullopt) << json;
  }
}

TEST(JsonText, refuses_everything_else) {
  for (std::string_view json :
       {"",          " ",           "nul",    "nulll", "True",      "NaN",     "Infinity",
        "-Infinity", "-",           "01",     "1.",    ".5",        "+1",      "1e",
        "1e+",       "0x1",         "\"",     "\"a",   "\"\\",      "\"\\\"",  R"("\q")",
        R"("\u12")", R"("\u12g4")", "\"\t\"", "[",     "]",         "[1",      "[1,",
        "[1,]",      "[,1]",        "[1 2]",  "{",     "{\"a\"",    "{\"a\":", "{\"a\":1",
        "{\"a\":1,", "{\"a\":1,}",  "{a:1}",  "{1:2}", "{\"a\" 1}", "[1}",     "{\"a\":1]",
        "1 2",       "{}{}",        "[] x",   "'a'"}) {
    EXPECT_FALSE(is_json_value(json)) << json;
    EXPECT_NE(json_fault(json), std::nullopt) << json;
  }
  EXPECT_FALSE(is_json_value(std::string_view("1\0", 2)));
}

TEST(JsonText, lets_white_space_stand_around_a_document_but_not_a_value) {
  EXPECT_EQ(json_fault(" \t\r\n1 \n"), std::nullopt);
  EXPECT_FALSE(is_json_value(" 1"));
  EXPECT_FALSE(is_json_value("1 "));
}

TEST(JsonText, names_the_byte_and_the_fault) {
  EXPECT_EQ(json_fault("{\"a\": 1 \"b\": 2}"), "expected a comma or a closing bracket at byte 8");
  EXPECT_EQ(json_fault("{\"a\" 1}"), "expected a colon at byte 5");
  EXPECT_EQ(json_fault("{}{}"), "unexpected data after the value at byte 2");
  EXPECT_EQ(json_fault("{\"a\": NaN}"), "expected a value at byte 6");
  EXPECT_EQ(json_fault("[1,"), "expected a value at byte 3");
  EXPECT_EQ(json_fault("\"a\\x\""), "unknown escape at byte 2");
  EXPECT_EQ(json_fault("\"a\nb\""), "control character in a string at byte 2");
  EXPECT_EQ(json_fault("\"abc"), "unterminated string at byte 4");
}

TEST(JsonText, bears_any_depth_and_accepts_512) {
  auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(is_json_value(nested(kMaxJsonDepth)));
  EXPECT_FALSE(is_json_value(nested(kMaxJsonDepth + 1)));
  EXPECT_EQ(json_fault(nested(1'000'000)), "nested more than 512 deep at byte 512");
}

}  // namespace
}  // namespace doppel::json
