// How far inputs were read is remembered with their pages: stopped anywhere, the same call goes on.
#include <gtest/gtest.h>

#include <filesystem>

#include "doppel/store.h"
#include "support/packed.h"
#include "support/temp_folder.h"

namespace doppel {
namespace {

// Lines about pages, every third of which resembles the one before; `version` changes some of them.
std::string lines(int first, int count, int version) {
  std::string out;
  for (int i = first; i < first + count; ++i) {
    std::string text;
    for (int word = 0; word < 20; ++word) {
      text += "w" + std::to_string(word == 19 ? i % 3 * version : i / 3 * 100 + word) + " ";
    }
    out += R"({"url": "http://a.org/)" + std::to_string(i) + R"(", "text": ")" + text +
           R"(", "version": )" + std::to_string(version) + "}\n";
  }
  return out;
}

class IngestTest : public testing::Test {
 protected:
  Store open(const std::string& name) {
    auto store = Store::open(folder_.path(name));
    EXPECT_TRUE(store) << store.error().message();
    return *std::move(store);
  }
  // A store that is closed again after the call, as after a crash.
  IngestReport ingest(const std::string& name, const std::vector<std::string>& inputs,
                      const IngestOptions& options = {}) {
    auto done = open(name).ingest(inputs, options);
    EXPECT_TRUE(done) << done.error().message();
    return done ? *std::move(done) : IngestReport();
  }
  std::string digest(const std::string& name) { return open(name).digest().value_or("no digest"); }
  uint64_t pages(const std::string& name) { return open(name).stats()->pages; }

  // Ends each call after about a thousand new records, until one is done. The number of calls, and
  // the records that the last one read.
  std::pair<uint64_t, uint64_t> ingest_in_pieces(const std::string& name,
                                                 const std::string& input) {
    const IngestOptions options{.round_pages = 250};
    for (uint64_t calls = 1; calls < 100; ++calls) {
      Store store = open(name);
      auto done = store.ingest({input}, options, [&](const Progress& progress) {
        return progress.records < 1000 * calls;
      });
      if (done) return {calls, done->records};
      EXPECT_EQ(done.error().code(), StatusCode::kCancelled);
    }
    return {0, 0};
  }

  support::TempFolder folder_;
};

TEST_F(IngestTest, an_interrupted_call_goes_on_where_it_was) {
  const std::string input = folder_.write("in.jsonl", lines(0, 3500, 1));
  EXPECT_EQ(ingest("whole", {input}).accepted, 3500U);
  const auto [calls, last] = ingest_in_pieces("pieces", input);
  EXPECT_EQ(calls, 4U);
  EXPECT_EQ(last, 500U);
  EXPECT_EQ(digest("pieces"), digest("whole"));
}

TEST_F(IngestTest, compressed_inputs_go_on_too) {
  const std::string input = folder_.write("in.jsonl.gz", support::gzip(lines(0, 3500, 1)));
  ingest("whole", {input});
  const auto [calls, last] = ingest_in_pieces("pieces", input);
  EXPECT_EQ(calls, 4U);
  EXPECT_EQ(last, 500U);
  EXPECT_EQ(digest("pieces"), digest("whole"));
}

TEST_F(IngestTest, an_input_that_was_read_is_skipped) {
  const std::string a = folder_.write("a.jsonl", lines(0, 10, 1)),
                    b = folder_.write("b.jsonl", lines(10, 5, 1));
  EXPECT_EQ(ingest("s", {a, b}).records, 15U);
  const IngestReport again = ingest("s", {b, a});
  EXPECT_EQ(again.records, 0U);
  EXPECT_EQ(again.skipped, 15U);
  EXPECT_EQ(again.rounds, 0U);
}

TEST_F(IngestTest, an_input_that_grew_is_read_on) {
  for (const int count : {1, 5, 100}) {
    const std::string name = "s" + std::to_string(count);
    const std::string input = folder_.write(name + ".jsonl", lines(0, count, 1));
    ingest(name, {input});
    for (const int more : {count, count + 10}) {
      folder_.write(name + ".jsonl", lines(0, more + 10, 1));
      const IngestReport report = ingest(name, {input});
      EXPECT_EQ(report.records, 10U) << count;
      EXPECT_EQ(report.skipped, static_cast<uint64_t>(more)) << count;
    }
    EXPECT_EQ(pages(name), static_cast<uint64_t>(count + 20));
  }
}

TEST_F(IngestTest, a_record_that_was_half_written_is_read_when_it_is_whole) {
  const std::string all = lines(0, 40, 1);
  for (const bool packed : {false, true}) {
    const std::string name = packed ? "packed.jsonl.gz" : "plain.jsonl";
    const auto write = [&](size_t bytes) {
      // Stored blocks, so that the packed file grows at its end.
      const std::string part = all.substr(0, bytes);
      return folder_.write(name, packed ? support::gzip(part, 0) : part);
    };
    const std::string whole = "whole" + name, grown = "grown" + name;
    const std::string input = write(all.size());
    ingest(whole, {input});
    for (size_t bytes : {size_t{1}, all.size() / 3, all.size() / 2, all.size() - 1, all.size()}) {
      write(bytes);
      ingest(grown, {input});
    }
    EXPECT_EQ(digest(grown), digest(whole)) << name;
  }
}

TEST_F(IngestTest, a_replaced_input_is_read_from_its_beginning) {
  const std::string input = folder_.write("in.jsonl", lines(0, 100, 1));
  ingest("s", {input});
  // The same length, other words; then another beginning, longer and shorter.
  folder_.write("in.jsonl", lines(0, 100, 2));
  std::filesystem::last_write_time(
      input, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(2));
  IngestReport report = ingest("s", {input});
  EXPECT_EQ(report.records, 100U);
  EXPECT_EQ(report.accepted, 100U);
  folder_.write("in.jsonl", lines(50, 200, 3));
  EXPECT_EQ(ingest("s", {input}).records, 200U);
  folder_.write("in.jsonl", lines(0, 10, 4));
  EXPECT_EQ(ingest("s", {input}).records, 10U);
  EXPECT_EQ(pages("s"), 250U);
  EXPECT_TRUE(open("s").check()->faults.empty());
}

// Only a file whose bytes are all as they were has grown.
TEST_F(IngestTest, a_longer_input_that_begins_as_before_is_not_taken_for_one_that_grew) {
  const std::string input = folder_.write("in.jsonl", lines(0, 100, 1));
  ingest("s", {input});
  folder_.write("in.jsonl", lines(0, 90, 1) + lines(90, 20, 2));
  const IngestReport report = ingest("s", {input});
  EXPECT_EQ(report.records, 110U);
  EXPECT_EQ(report.skipped, 0U);
}

TEST_F(IngestTest, rejected_records_have_their_place_also_after_a_pause) {
  const std::string first = lines(0, 3, 1);
  const std::string input = folder_.write("in.jsonl", first);
  ingest("s", {input});
  folder_.write("in.jsonl", first + "{}x\n" + lines(3, 1, 1));
  const IngestReport report = ingest("s", {input});
  ASSERT_EQ(report.first_rejected.size(), 1U);
  const std::string place = input + ": record 3 at byte " + std::to_string(first.size());
  EXPECT_TRUE(report.first_rejected[0].starts_with(place)) << report.first_rejected[0];
}

TEST_F(IngestTest, rounds_are_bounded_and_counted) {
  const std::string input = folder_.write("in.jsonl", lines(0, 3000, 1));
  EXPECT_EQ(ingest("s", {input}, {.round_pages = 1000}).rounds, 3U);
  EXPECT_EQ(open("s").round(), 3U);
  Store store = open("s");
  EXPECT_EQ(store.ingest({input}, {.round_pages = 0}).error().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(store.ingest({folder_.path("missing")}).error().code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace doppel
