#include "json/json_value.h"

#include <gtest/gtest.h>

#include "support/temp_folder.h"

namespace doppel::json {
namespace {

using support::TempFolder;

TEST(JsonValue, reads_what_our_files_hold) {
  Result<JsonDocument> document = JsonDocument::parse(
      R"( {"records": {"read": 12}, "name": "a\n\u00e9", "list": [1, {"x": true}, []], "id": 12345678901234567890123} )"
      "\n");
  ASSERT_TRUE(document.has_value());
  JsonValue root = document->root();
  EXPECT_EQ(*root.get("records")->get_u64("read"), 12u);
  EXPECT_EQ(*root.get_string("name"), "a\n\xc3\xa9");
  std::vector<JsonValue> list = *root.get_array("list");
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(*list[0].u64(), 1u);
  EXPECT_EQ(*list[1].get("x")->boolean(), true);
  EXPECT_TRUE(list[2].array()->empty());
  EXPECT_EQ(root.get("id")->raw(), "12345678901234567890123");
}

TEST(JsonValue, stays_valid_when_its_document_moves) {
  Result<JsonDocument> first = JsonDocument::parse("{\"a\": 1}");
  JsonValue root = first->root();
  JsonDocument second = *std::move(first);
  EXPECT_EQ(*root.get_u64("a"), 1u);
}

TEST(JsonValue, finds_decoded_keys_and_the_last_of_repeated_ones) {
  Result<JsonDocument> document = JsonDocument::parse(R"({"a": 1, "\u0061": 2, "{": 3})");
  EXPECT_EQ(*document->root().get_u64("a"), 2u);
  EXPECT_EQ(*document->root().get_u64("{"), 3u);
}

TEST(JsonValue, says_which_key_is_wrong) {
  Result<JsonDocument> document =
      JsonDocument::parse(R"({"a": "x", "n": -1, "s": "\ud800", "big": 18446744073709551616})");
  JsonValue root = document->root();
  auto message = [](const auto& result) {
    EXPECT_EQ(result.error().code(), StatusCode::kCorrupt);
    return result.error().message();
  };
  EXPECT_EQ(message(root.get("b")), "the key \"b\" is missing");
  EXPECT_EQ(message(root.get_u64("a")), "\"a\" must be a whole number (got a string)");
  EXPECT_EQ(message(root.get_u64("n")), "\"n\" must be a whole number (got -1)");
  EXPECT_EQ(message(root.get_u64("big")),
            "\"big\" must be a whole number (got 18446744073709551616)");
  EXPECT_EQ(message(root.get_array("a")), "\"a\" must be an array (got a string)");
  EXPECT_EQ(message(root.get_string("n")), "\"n\" must be a string (got -1)");
  EXPECT_EQ(message(root.get_string("s")), "\"s\" contains a lone surrogate");
  EXPECT_EQ(message(root.get("a")->get("x")), "\"a\" must be an object (got a string)");
  EXPECT_EQ(message(root.string()), "expected a string (got an object)");
}

TEST(JsonValue, refuses_a_damaged_file_by_name_and_place) {
  TempFolder folder;
  std::string path = folder.write("summary.json", "{\"a\": }");
  Result<JsonDocument> document = read_json_file(path);
  ASSERT_FALSE(document.has_value());
  EXPECT_EQ(document.error().code(), StatusCode::kCorrupt);
  EXPECT_EQ(document.error().message(), path + ": not valid JSON: expected a value at byte 6");
  EXPECT_EQ(read_json_file(folder.path("none")).error().code(), StatusCode::kNotFound);
  EXPECT_EQ(JsonDocument::parse("").error().message(),
            "not valid JSON: expected a value at byte 0");
}

TEST(JsonValue, reads_a_file_of_several_chunks) {
  TempFolder folder;
  std::string text = "\"" + std::string(200'000, 'x') + "\"";
  Result<JsonDocument> document = read_json_file(folder.write("x.json", text));
  ASSERT_TRUE(document.has_value());
  EXPECT_EQ(document->root().string()->size(), 200'000u);
}

}  // namespace
}  // namespace doppel::json
