#include "living_store/record_updates.h"

#include <gtest/gtest.h>

#include "doppel/read.h"
#include "group/market.h"
#include "support/temp_folder.h"

namespace doppel::living_store {
namespace {

using Kind = PageUpdate::Kind;

constexpr int64_t kFileTime = 5000;

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::kPage: return "page";
    case Kind::kRedirect: return "redirect";
    case Kind::kDead: return "dead";
    case Kind::kDelete: return "delete";
    case Kind::kTouch: return "touch";
    case Kind::kFlag: return "flag";
    case Kind::kReport: break;
  }
  return "report";
}

// "page v3 t3", "rejected bad_time", "passed".
std::string described(const RecordUpdates::Outcome& outcome) {
  if (!outcome.update) return outcome.reason.empty() ? "passed" : "rejected " + outcome.reason;
  const PageUpdate& update = *outcome.update;
  return std::string(kind_name(update.kind)) + " v" + std::to_string(update.version) + " t" +
         std::to_string(update.time_ms);
}

class RecordUpdatesTest : public testing::Test {
 protected:
  // What the update of a line is, while its views are valid.
  using Look = std::function<void(const RecordUpdates::Outcome&)>;

  void read_line(const std::string& line, const Look& look) {
    group_state::Rules rules;
    rules.markets = *group::parse_markets("market uk prefer-field lang en");
    RecordUpdates updates(rules, options_.fields.time);
    options_.events = true;
    Arena arena;
    int records = 0;
    const std::string path = folder_.write("line.jsonl", line + "\n");
    ASSERT_TRUE(read({path}, options_, [&](const Record& record) {
                  ++records;
                  look(updates.of(record, kFileTime, arena));
                  return true;
                }).ok());
    EXPECT_EQ(records, 1) << line;
  }
  std::string of_line(const std::string& line) {
    std::string out;
    read_line(line, [&](const RecordUpdates::Outcome& outcome) { out = described(outcome); });
    return out;
  }
  std::string of_record(const Record& record) {
    Arena arena;
    return described(RecordUpdates({}, "time").of(record, kFileTime, arena));
  }

  support::TempFolder folder_;
  ReadOptions options_;
};

TEST_F(RecordUpdatesTest, lines_say_what_happened) {
  EXPECT_EQ(of_line(R"({"url": "u", "text": "x", "time": 7})"), "page v7 t7");
  EXPECT_EQ(of_line(R"({"url": "u", "html": "<p>x", "time": 7})"), "page v7 t7");
  EXPECT_EQ(of_line(R"({"url": "u", "text": "x", "status": 200})"), "page v5000 t5000");
  EXPECT_EQ(of_line(R"({"url": "u", "redirect": "/v", "time": 7})"), "redirect v7 t7");
  EXPECT_EQ(of_line(R"({"url": "u", "status": 404, "time": 7})"), "dead v7 t7");
  EXPECT_EQ(of_line(R"({"url": "u", "status": 410, "text": "gone", "time": 7})"), "dead v7 t7");
  EXPECT_EQ(of_line(R"({"url": "u", "status": 304, "time": 7})"), "touch v7 t7");
  EXPECT_EQ(of_line(R"({"url": "u", "flag": "spam", "time": 7})"), "flag v7 t7");
  EXPECT_EQ(of_line(R"({"url": "u", "delete": true, "text": "x", "time": 7})"), "delete v7 t7");
  EXPECT_EQ(of_line(R"({"url": "u", "delete": false, "text": "x", "time": 7})"), "page v7 t7");
}

TEST_F(RecordUpdatesTest, other_statuses_say_nothing) {
  EXPECT_EQ(of_line(R"({"url": "u", "status": 503, "text": "busy"})"), "passed");
  EXPECT_EQ(of_line(R"({"url": "u", "status": 403})"), "passed");
  EXPECT_EQ(of_line(R"({"url": "u", "status": 302})"), "passed");
}

TEST_F(RecordUpdatesTest, a_version_is_that_of_the_record_else_its_time_else_that_of_the_file) {
  EXPECT_EQ(of_line(R"({"url": "u", "text": "x", "version": 3, "time": 7})"), "page v3 t7");
  EXPECT_EQ(of_line(R"({"url": "u", "text": "x", "time": "1970-01-01T00:00:07Z"})"),
            "page v7000 t7000");
  EXPECT_EQ(of_line(R"({"url": "u", "text": "x"})"), "page v5000 t5000");
  EXPECT_EQ(of_line(R"({"url": "u", "text": "x", "version": null, "time": null})"),
            "page v5000 t5000");
  EXPECT_EQ(of_line(R"({"url": "u", "text": "x", "version": 0})"), "page v0 t5000");
}

TEST_F(RecordUpdatesTest, fields_that_make_no_sense_are_rejected) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("text": "x", "version": "7")", "bad_version"},
      {R"("text": "x", "version": -1)", "bad_version"},
      {R"("text": "x", "version": 1.5)", "bad_version"},
      {R"("text": "x", "version": 99999999999999999999)", "bad_version"},
      {R"("text": "x", "time": "yesterday")", "bad_time"},
      {R"("text": "x", "time": -1)", "bad_time"},
      {R"("text": "x", "time": 1578304800000000)", "bad_time"},
      {R"("text": "x", "status": "404")", "bad_status"},
      {R"("text": "x", "status": 1000)", "bad_status"},
      {R"("redirect": 7)", "bad_redirect"},
      {R"("flag": "")", "bad_flag"},
      {R"("delete": "yes")", "bad_delete"},
      {R"("text": 7)", "no_text"},
      {R"("redirect": "")", "no_text"},
      {R"("status": 200)", "no_text"},
      {R"("body": "x")", "no_text"}};
  for (const auto& [fields, reason] : cases) {
    EXPECT_EQ(of_line(std::string(R"({"url": "u", )") + fields + "}"),
              "rejected " + std::string(reason))
        << fields;
  }
  EXPECT_EQ(of_line("[1]"), "rejected invalid_json");
}

TEST_F(RecordUpdatesTest, a_record_without_a_text_names_its_fields) {
  read_line(R"({"url": "u", "body": "x"})", [](const RecordUpdates::Outcome& outcome) {
    EXPECT_NE(outcome.detail.find("the record has: url, body"), std::string::npos)
        << outcome.detail;
  });
}

TEST_F(RecordUpdatesTest, the_time_may_have_another_name) {
  options_.fields.time = "fetched";
  EXPECT_EQ(of_line(R"({"url": "u", "text": "x", "fetched": 7, "time": "noon"})"), "page v7 t7");
  EXPECT_EQ(of_line(R"({"url": "u", "text": "x", "fetched": "noon"})"), "rejected bad_time");
}

TEST_F(RecordUpdatesTest, lines_bring_everything_about_a_page) {
  const std::string line =
      R"({"url": "http://a.org/", "text": "the full text", "main": "the text",)"
      R"( "title": "T", "canonical": "/c", "score": 3, "lang": "en", "x": 1})";
  read_line(line, [](const RecordUpdates::Outcome& outcome) {
    ASSERT_TRUE(outcome.update);
    const PageUpdate& update = *outcome.update;
    EXPECT_EQ(update.url, "http://a.org/");
    EXPECT_EQ(update.text, "the full text");
    EXPECT_EQ(update.main, "the text");
    EXPECT_EQ(update.title, "T");
    EXPECT_EQ(update.canonical, "/c");
    EXPECT_EQ(update.score, 3);
    // Only what markets look at.
    EXPECT_EQ(update.fields, (std::map<std::string, std::string>{{"lang", "en"}}));
  });
  read_line(R"({"url": "u", "redirect": "/\u0076", "status": 302})",
            [](const RecordUpdates::Outcome& outcome) {
              EXPECT_EQ(outcome.update->target, "/v");
              EXPECT_FALSE(outcome.update->permanent);
            });
}

TEST_F(RecordUpdatesTest, archives_say_it_by_kind_and_date) {
  Record record;
  record.url = "http://a.org/";
  record.date = "1970-01-01T00:00:07Z";
  record.fetched_ms = 7000;
  const auto of_kind = [&](doppel::Kind kind, uint16_t status, std::string_view to = {}) {
    record.kind = kind;
    record.http_status = status;
    record.redirect_to = to;
    return of_record(record);
  };
  EXPECT_EQ(of_kind(doppel::Kind::kHtml, 200), "page v7000 t7000");
  EXPECT_EQ(of_kind(doppel::Kind::kPlain, 200), "page v7000 t7000");
  EXPECT_EQ(of_kind(doppel::Kind::kText, 0), "page v7000 t7000");
  EXPECT_EQ(of_kind(doppel::Kind::kRedirect, 301, "/b"), "redirect v7000 t7000");
  EXPECT_EQ(of_kind(doppel::Kind::kRedirect, 301), "passed");
  EXPECT_EQ(of_kind(doppel::Kind::kDead, 404), "dead v7000 t7000");
  EXPECT_EQ(of_kind(doppel::Kind::kRevisit, 200), "touch v7000 t7000");
  EXPECT_EQ(of_kind(doppel::Kind::kPayload, 304), "touch v7000 t7000");
  EXPECT_EQ(of_kind(doppel::Kind::kPayload, 503), "passed");
  EXPECT_EQ(of_kind(doppel::Kind::kNonPage, 0), "passed");
  // Without a date, the time of the file.
  record.date = {};
  record.fetched_ms = -1;
  EXPECT_EQ(of_kind(doppel::Kind::kDead, 404), "dead v5000 t5000");
  record.reject = Reject::kCorrupt;
  EXPECT_EQ(of_record(record), "rejected corrupt");
}

}  // namespace
}  // namespace doppel::living_store
