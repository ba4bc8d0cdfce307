#include "json/json_writer.h"

#include <gtest/gtest.h>

namespace doppel::json {
namespace {

TEST(JsonWriter, puts_separators_as_python_does) {
  JsonWriter json;
  json.begin_object().key("a").number(1).key("b").begin_array();
  json.string("x").null().begin_object().end_object().begin_array().end_array().end_array();
  json.key("c").boolean(true).key("d").raw("1e5").end_object();
  EXPECT_EQ(json.text(), R"({"a": 1, "b": ["x", null, {}, []], "c": true, "d": 1e5})");
}

TEST(JsonWriter, starts_a_new_line_after_taking_one) {
  JsonWriter json;
  EXPECT_EQ(json.begin_array().number(1).end_array().take_line(), "[1]\n");
  EXPECT_EQ(json.begin_array().number(2).end_array().take_line(), "[2]\n");
}

TEST(JsonWriter, gives_a_long_line_in_pieces) {
  JsonWriter json;
  EXPECT_EQ(json.begin_array().number(1).take_piece(), "[1");
  EXPECT_EQ(json.number(2).number(3).take_piece(), ", 2, 3");
  EXPECT_EQ(json.take_piece(), "");
  EXPECT_EQ(json.end_array().take_line(), "]\n");
}

TEST(JsonWriter, escapes_what_json_asks_for_and_nothing_else) {
  JsonWriter json;
  json.string(std::string_view("\"\\/\b\f\n\r\t\x01\x1f\x7f\0 \xc3\xa9\xe2\x80\xa8", 18));
  EXPECT_EQ(json.text(),
            "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\\u0000 \xc3\xa9\xe2\x80\xa8\"");
}

TEST(JsonWriter, escapes_keys_as_well) {
  JsonWriter json;
  json.begin_object().key_of("a\"b").number(1).key_of("c\n").number(2).end_object();
  EXPECT_EQ(json.text(), R"({"a\"b": 1, "c\n": 2})");
}

TEST(JsonWriter, cuts_decimals_and_never_rounds_them) {
  EXPECT_EQ(decimal6_text(2, 3), "0.666666");
  EXPECT_EQ(decimal6_text(999999999, 1000000000), "0.999999");
  EXPECT_EQ(decimal6_text(4, 5), "0.800000");
  EXPECT_EQ(decimal6_text(7, 7), "1.000000");
  EXPECT_EQ(decimal6_text(0, 7), "0.000000");
  EXPECT_EQ(decimal6_text(0, 0), "1.000000");
  EXPECT_EQ(decimal6_text(1, 1'000'000), "0.000001");
  EXPECT_EQ(decimal6_text(12'884'901'884, 12'884'901'885), "0.999999");
  JsonWriter json;
  json.decimal6(9, 11);
  EXPECT_EQ(json.text(), "0.818181");
}

TEST(JsonWriter, writes_seconds_in_milliseconds) {
  JsonWriter json;
  json.begin_array().seconds(0).seconds(1.2349).seconds(61.005).seconds(-1).end_array();
  EXPECT_EQ(json.text(), "[0.000, 1.234, 61.005, 0.000]");
}

}  // namespace
}  // namespace doppel::json
