#include "ingest/json_record.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace doppel::ingest {
namespace {

struct Parsed {
  std::string text, url, id, detail;
  double score = -1;
  Reject reject = Reject::kNone;
};

Parsed parse(std::string_view line, bool first = false, FieldNames names = {}) {
  Arena arena;
  JsonRecordParser parser(names);
  char* copy = arena.allocate(line.size() + JsonRecordParser::kPadding);
  std::memcpy(copy, line.data(), line.size());
  std::memset(copy + line.size(), '1', JsonRecordParser::kPadding);
  Record record;
  record.id = "null";
  parser.parse({copy, line.size()}, first, arena, record);
  return {std::string(record.text),
          std::string(record.url),
          std::string(record.id),
          std::string(record.detail),
          record.score,
          record.reject};
}

void expect_rejected(std::string_view line, Reject reason, std::string_view detail) {
  Parsed got = parse(line);
  EXPECT_EQ(name(got.reject), name(reason)) << line;
  EXPECT_EQ(got.detail, detail) << line;
  EXPECT_EQ(got.text, "");
  EXPECT_EQ(got.url, "");
}

TEST(JsonRecord, reads_the_four_fields) {
  Parsed got = parse(R"({"url": "http://a.org/", "id": 7, "score": 2.5, "text": "hello"})");
  EXPECT_EQ(got.reject, Reject::kNone) << got.detail;
  EXPECT_EQ(got.text, "hello");
  EXPECT_EQ(got.url, "http://a.org/");
  EXPECT_EQ(got.id, "7");
  EXPECT_EQ(got.score, 2.5);
}

TEST(JsonRecord, needs_only_text) {
  Parsed got = parse(R"({"text":""})");
  EXPECT_EQ(got.reject, Reject::kNone) << got.detail;
  EXPECT_EQ(got.url, "");
  EXPECT_EQ(got.id, "null");
  EXPECT_EQ(got.score, -1);
}

// A record of its own arena, for the fields that few records have.
struct WholeRecord {
  explicit WholeRecord(std::string_view line, bool events = false) : parser({}, events) {
    char* copy = arena.allocate(line.size() + JsonRecordParser::kPadding);
    std::memcpy(copy, line.data(), line.size());
    std::memset(copy + line.size(), '1', JsonRecordParser::kPadding);
    parser.parse({copy, line.size()}, false, arena, record);
  }

  Arena arena;
  JsonRecordParser parser;
  Record record;
};

TEST(JsonRecord, reads_a_main_content_a_title_a_canonical_and_a_time) {
  const WholeRecord got(R"({"text": "a b", "main": "b\u0041", "title": "t",
                            "canonical": "http://a.org/", "time": "1970-01-01T00:00:01Z"})");
  EXPECT_EQ(got.record.main, "bA");
  EXPECT_EQ(got.record.title, "t");
  EXPECT_EQ(got.record.canonical, "http://a.org/");
  EXPECT_EQ(got.record.fetched_ms, 1000);
  EXPECT_TRUE(got.record.encoded.empty());  // the text is not all that is compared
  EXPECT_EQ(WholeRecord(R"({"text": "a", "time": 253402300799000})").record.fetched_ms,
            253'402'300'799'000);
  EXPECT_EQ(WholeRecord(R"({"text": "a", "title": "t"})").record.title, "");
}

TEST(JsonRecord, takes_values_of_other_types_for_missing) {
  for (const char* fields : {R"("main": 1, "canonical": [], "time": "soon")",
                             R"("main": {}, "canonical": null, "time": 1.5)",
                             R"("main": "\ud800", "canonical": "\ud800", "time": -7)"}) {
    const WholeRecord got(R"({"text": "a", )" + std::string(fields) + "}");
    EXPECT_EQ(got.record.reject, Reject::kNone);
    EXPECT_EQ(got.record.main, "");
    EXPECT_EQ(got.record.canonical, "");
    EXPECT_LT(got.record.fetched_ms, 0);
    EXPECT_FALSE(got.record.encoded.empty());
  }
}

TEST(JsonRecord, of_an_event_needs_no_text_and_has_all_fields) {
  const WholeRecord got(R"({"url": "http://a.org/", "status": 404, "lang\u0041": "en"})", true);
  EXPECT_EQ(got.record.reject, Reject::kNone);
  EXPECT_EQ(got.record.kind, Kind::kNonPage);
  ASSERT_EQ(got.record.fields.size(), 3U);
  EXPECT_EQ(got.record.fields[1].name, "status");
  EXPECT_EQ(got.record.fields[1].value, "404");
  EXPECT_EQ(got.record.fields[2].name, "langA");
  EXPECT_EQ(WholeRecord(R"({"text": "", "id": 1})", true).record.kind, Kind::kText);
  EXPECT_EQ(WholeRecord(R"({"text": 1})", true).record.reject, Reject::kNoText);
}

TEST(JsonRecord, reads_fields_of_other_names) {
  FieldNames names{.url = "link", .text = "body", .id = "key", .score = "rank"};
  Parsed got =
      parse(R"({"text": 1, "body": "b", "link": "l", "key": "k", "rank": 3})", false, names);
  EXPECT_EQ(got.text, "b");
  EXPECT_EQ(got.url, "l");
  EXPECT_EQ(got.id, "\"k\"");
  EXPECT_EQ(got.score, 3);
  Parsed missing = parse(R"({"text": "a"})", false, names);
  EXPECT_EQ(missing.detail, "no field \"body\"; the record has: text");
}

TEST(JsonRecord, lets_one_field_serve_twice) {
  Parsed got = parse(R"({"text": "a", "url": "u"})", false, {.id = "url"});
  EXPECT_EQ(got.url, "u");
  EXPECT_EQ(got.id, "\"u\"");
}

TEST(JsonRecord, decodes_escapes_in_text_url_and_keys) {
  Parsed got = parse(R"({"te\u0078t": "a\n\u00e9\ud83d\ude00\"", "ur\u006c": "\/x"})");
  EXPECT_EQ(got.reject, Reject::kNone) << got.detail;
  EXPECT_EQ(got.text, "a\n\xc3\xa9\xf0\x9f\x98\x80\"");
  EXPECT_EQ(got.url, "/x");
}

TEST(JsonRecord, keeps_a_nul_in_a_text) {
  EXPECT_EQ(parse(R"({"text": "a\u0000b"})").text, std::string("a\0b", 3));
}

TEST(JsonRecord, lets_the_last_of_repeated_keys_count) {
  EXPECT_EQ(parse(R"({"text": "a", "text": "b"})").text, "b");
  EXPECT_EQ(parse(R"({"text": 1, "text": "b"})").text, "b");
  EXPECT_EQ(parse(R"({"text": "\ud800", "text": "b"})").text, "b");
  EXPECT_EQ(parse(R"({"text": "b", "te\u0078t": 1})").reject, Reject::kNoText);
  EXPECT_EQ(parse(R"({"id": 1, "text": "a", "id": 2})").id, "2");
  EXPECT_EQ(parse(R"({"url": "x", "text": "a", "url": "y"})").url, "y");
  EXPECT_EQ(parse(R"({"score": 1, "text": "a", "score": "x"})").score, -1);
}

TEST(JsonRecord, takes_a_url_that_is_no_string_for_missing) {
  for (std::string_view url : {"1", "null", "[]", "{\"a\": 1}", "true"}) {
    Parsed got = parse("{\"text\": \"a\", \"url\": " + std::string(url) + "}");
    EXPECT_EQ(got.reject, Reject::kNone) << got.detail;
    EXPECT_EQ(got.url, "");
  }
}

TEST(JsonRecord, keeps_the_id_as_it_stands) {
  for (std::string_view id :
       {"1", "-1.50e+3", "123456789012345678901234567890", "1e400", "\"a\\u0041\"", "\"\\ud800\"",
        "null", "true", "[1, [2], {}]", "{\"a\": [1,  2], \"b\": \"}\"}"}) {
    Parsed got = parse("{\"id\" : " + std::string(id) + " , \"text\": \"a\"}");
    EXPECT_EQ(got.reject, Reject::kNone) << got.detail;
    EXPECT_EQ(got.id, id);
  }
}

TEST(JsonRecord, takes_only_a_finite_number_from_zero_up_for_a_score) {
  auto score = [](std::string_view json) {
    return parse("{\"text\": \"a\", \"score\": " + std::string(json) + "}").score;
  };
  EXPECT_EQ(score("0"), 0);
  EXPECT_EQ(score("-0.0"), 0);
  EXPECT_FALSE(std::signbit(score("-0.0")));
  EXPECT_EQ(score("12345678901234567890123"), 12345678901234567890123.0);
  EXPECT_EQ(score("1e308"), 1e308);
  for (std::string_view json : {"-1", "-1e-9", "1e400", "\"5\"", "true", "null", "[1]", "{}"}) {
    EXPECT_EQ(score(json), -1) << json;
  }
}

TEST(JsonRecord, rejects_numbers_that_json_does_not_have) {
  for (std::string_view json : {"NaN", "Infinity", "-Infinity", "nan", "01", "1.", "+1", "0x10"}) {
    Parsed got = parse("{\"text\": \"a\", \"score\": " + std::string(json) + "}");
    EXPECT_EQ(got.reject, Reject::kInvalidJson) << json;
  }
  expect_rejected(R"({"text": "a", "score": NaN})", Reject::kInvalidJson,
                  "expected a value at byte 23");
}

TEST(JsonRecord, rejects_what_is_not_an_object) {
  expect_rejected(R"([{"text": "a"}])", Reject::kInvalidJson, "expected an object, got an array");
  expect_rejected(R"( "text")", Reject::kInvalidJson, "expected an object, got a string");
  expect_rejected("17\n", Reject::kInvalidJson, "expected an object, got a number");
  expect_rejected("null", Reject::kInvalidJson, "expected an object, got null");
  expect_rejected("[", Reject::kInvalidJson, "expected an object, got an array");
  expect_rejected("hello", Reject::kInvalidJson, "expected a value at byte 0");
}

TEST(JsonRecord, rejects_more_than_one_object) {
  expect_rejected(R"({"text": "a"}{"text": "b"})", Reject::kInvalidJson,
                  "unexpected data after the value at byte 13");
  expect_rejected(R"({"text": "a"},)", Reject::kInvalidJson,
                  "unexpected data after the value at byte 13");
  expect_rejected(R"({"text": "a"} x)", Reject::kInvalidJson,
                  "unexpected data after the value at byte 14");
  expect_rejected(R"({"text": "a"}})", Reject::kInvalidJson,
                  "unexpected data after the value at byte 13");
  EXPECT_EQ(parse("  {\"text\": \"a\"} \t\r\n").text, "a");
}

TEST(JsonRecord, rejects_damage_anywhere_in_the_object) {
  for (std::string_view line : {"{",
                                "{\"text\"",
                                "{\"text\": ",
                                "{\"text\": \"a",
                                "{\"text\": \"a\"",
                                "{\"text\": \"a\",}",
                                "{\"text\": \"a\" \"b\": 1}",
                                "{text: \"a\"}",
                                "{\"text\": \"a\", \"x\": [1 2]}",
                                "{\"text\": \"a\", \"x\": [1}}",
                                "{\"text\": \"a\", \"x\": {\"y\": 1]}",
                                "{\"text\": \"a\", \"x\": tru}",
                                "{\"text\": \"a\", \"x\": [NaN]}",
                                "{\"text\": \"a\", \"x\": \"\\q\"}",
                                "{\"text\": \"a\", \"\\q\": 1}",
                                "{\"text\": \"a\tb\"}",
                                "{\"text\": \"\\u12\"}",
                                "{\"text\": \"a\", \"x\": \"y\"z}",
                                "{\"text\" \"a\"}",
                                "{\"text\": \"a\": 1}",
                                "{\"text\": \"a\": \"b\", \"x\": 1}",
                                "{\"text\": \"a\"\v}",
                                "{,}",
                                "{\"text\": \"a\",, \"x\": 1}"}) {
    Parsed got = parse(line);
    EXPECT_EQ(got.reject, Reject::kInvalidJson) << line;
    EXPECT_TRUE(got.detail.find(" at byte ") != std::string::npos) << got.detail;
  }
}

TEST(JsonRecord, rejects_a_text_that_is_no_string) {
  expect_rejected("{}", Reject::kNoText, "no field \"text\"");
  expect_rejected(R"({"Text": "a"})", Reject::kNoText, "no field \"text\"; the record has: Text");
  expect_rejected(R"({"x": {"text": "a"}, "y": 1})", Reject::kNoText,
                  "no field \"text\"; the record has: x, y");
  expect_rejected(R"({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1})", Reject::kNoText,
                  "no field \"text\"; the record has: a, b, c, d, e, ...");
  const std::string key(100, 'k');
  expect_rejected("{\"a\": 1, \"" + key + "\": 1}", Reject::kNoText,
                  "no field \"text\"; the record has: a, ...");
  expect_rejected(R"({"text": 12})", Reject::kNoText, "field \"text\" is a number, not a string");
  expect_rejected(R"({"text": null, "url": "u"})", Reject::kNoText,
                  "field \"text\" is null, not a string");
  expect_rejected(R"({"text": ["a"]})", Reject::kNoText,
                  "field \"text\" is an array, not a string");
  expect_rejected(R"({"text": {"a": 1}})", Reject::kNoText,
                  "field \"text\" is an object, not a string");
  expect_rejected(R"({"text": false})", Reject::kNoText, "field \"text\" is false, not a string");
}

TEST(JsonRecord, rejects_a_lone_surrogate_in_text_and_url_only) {
  for (std::string_view bad : {R"(\ud800)", R"(a\udfffb)", R"(\ud800\ud800)", R"(\udc00\ud800)",
                               R"(\ud83d\n)", R"(\ud83d\u0041)"}) {
    std::string json(bad);
    expect_rejected("{\"text\": \"" + json + "\"}", Reject::kInvalidJson,
                    "field \"text\" contains a lone surrogate");
    expect_rejected("{\"text\": \"a\", \"url\": \"" + json + "\"}", Reject::kInvalidJson,
                    "field \"url\" contains a lone surrogate");
    EXPECT_EQ(parse("{\"text\": \"a\", \"" + json + "\": \"" + json + "\"}").reject, Reject::kNone);
  }
}

TEST(JsonRecord, rejects_bytes_that_are_not_utf8) {
  expect_rejected("{\"text\": \"abc\xff\"}", Reject::kInvalidUtf8, "invalid UTF-8 at byte 13");
  expect_rejected("{\"text\": \"\xc3\xa9\xe4\xb8\"}", Reject::kInvalidUtf8,
                  "invalid UTF-8 at byte 12");
  expect_rejected("{\"text\": \"\xed\xa0\x80\"}", Reject::kInvalidUtf8, "invalid UTF-8 at byte 10");
  expect_rejected("{\"text\": \"a\", \"x\": \"\x80\"}", Reject::kInvalidUtf8,
                  "invalid UTF-8 at byte 20");
  expect_rejected("\x80", Reject::kInvalidUtf8, "invalid UTF-8 at byte 0");
  expect_rejected("[\xc0\xaf", Reject::kInvalidUtf8, "invalid UTF-8 at byte 1");
  expect_rejected("{}\xf0\x9f\x98", Reject::kInvalidUtf8, "invalid UTF-8 at byte 2");
}

TEST(JsonRecord, passes_over_a_byte_order_mark_before_the_first_record_only) {
  std::string line = "\xef\xbb\xbf{\"text\": \"a\"}";
  EXPECT_EQ(parse(line, true).text, "a");
  EXPECT_EQ(parse(line, false).reject, Reject::kInvalidJson);
  EXPECT_EQ(parse(" " + line, true).reject, Reject::kInvalidJson);
  EXPECT_EQ(parse("\xef\xbb\xbf" + line, true).reject, Reject::kInvalidJson);
  EXPECT_EQ(parse("\xef\xbb\xbf\n", true).reject, Reject::kInvalidJson);
}

TEST(JsonRecord, bears_deep_nesting_wherever_it_stands) {
  auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  for (std::string_view field : {"x", "id", "text"}) {
    std::string line = "{\"" + std::string(field) + "\": " + nested(100'000) + ", \"text\": \"a\"}";
    EXPECT_EQ(parse(line).reject, Reject::kInvalidJson);
  }
  EXPECT_EQ(parse("{\"id\": " + nested(500) + ", \"text\": \"a\"}").id, nested(500));
  EXPECT_EQ(parse(std::string(100'000, '[')).reject, Reject::kInvalidJson);
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"text\":";
  EXPECT_EQ(parse(objects).reject, Reject::kInvalidJson);
}

TEST(JsonRecord, goes_on_after_a_huge_line) {
  Arena arena;
  JsonRecordParser parser({});
  for (size_t size : {size_t{10}, size_t{5} << 20, size_t{100}}) {
    std::string line = "{\"text\": \"" + std::string(size, 'x') + "\\n\"}";
    size_t length = line.size();
    line.resize(length + JsonRecordParser::kPadding);
    Record record;
    parser.parse({line.data(), length}, false, arena, record);
    EXPECT_EQ(record.reject, Reject::kNone);
    EXPECT_TRUE(record.text == std::string(size, 'x') + "\n");
  }
}

}  // namespace
}  // namespace doppel::ingest
