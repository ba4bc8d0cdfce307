#include "archive/record_finder.h"

#include <gtest/gtest.h>

#include <vector>

#include "archive/warc_writer.h"

namespace doppel::archive {
namespace {

std::string record(std::string_view block) {
  std::string out;
  append_warc_record({.type = "resource"}, block, out);
  return out;
}

// "block" for a record, "!reason" for a lost one.
std::vector<std::string> cut_all(std::string_view bytes, Format format = Format::kWarc) {
  std::vector<std::string> out;
  size_t at = 0, end = 0;
  for (RecordExtent extent; find_record(format, bytes, at, extent);) {
    EXPECT_LE(end, extent.begin);
    EXPECT_LT(extent.begin, extent.end);
    EXPECT_LE(extent.end, at);
    end = extent.end;
    out.push_back(extent.reject == Reject::kNone
                      ? std::string(bytes.substr(extent.begin + extent.head.header_bytes,
                                                 extent.head.content_length))
                      : "!" + std::string(name(extent.reject)));
  }
  return out;
}

using List = std::vector<std::string>;

TEST(RecordFinder, cuts_records_and_their_line_ends) {
  EXPECT_EQ(cut_all(record("a") + record("") + record("b\r\n\r\n")), (List{"a", "", "b\r\n\r\n"}));
  EXPECT_EQ(cut_all("\r\n\r\n" + record("a") + std::string(10, '\0')), (List{"a"}));
  EXPECT_EQ(cut_all(""), List{});
  EXPECT_TRUE(holds_whole_records(Format::kWarc, record("a") + record("b")));
  EXPECT_FALSE(holds_whole_records(Format::kWarc, "\r\n"));
}

TEST(RecordFinder, every_cut_of_the_last_record_is_truncated) {
  std::string two = record("a") + record("some block");
  size_t first = record("a").size();
  for (size_t n = first + 1; n < two.size() - 4; ++n) {
    EXPECT_EQ(cut_all(two.substr(0, n)), (List{"a", "!truncated"})) << n;
    EXPECT_FALSE(holds_whole_records(Format::kWarc, two.substr(0, n)));
  }
  for (size_t n = two.size() - 4; n < two.size(); ++n) {
    EXPECT_EQ(cut_all(two.substr(0, n)), (List{"a", "some block"})) << n;
  }
}

TEST(RecordFinder, garbage_costs_one_record) {
  EXPECT_EQ(cut_all(record("a") + "garbage\nmore" + "\n" + record("b")),
            (List{"a", "!corrupt", "b"}));
  EXPECT_EQ(cut_all("garbage\n" + record("b")), (List{"!corrupt", "b"}));
  EXPECT_EQ(cut_all("garbage"), (List{"!corrupt"}));
}

TEST(RecordFinder, a_length_that_lies_costs_one_record) {
  auto with_length = [](std::string_view length) {
    return "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: " + std::string(length) +
           "\r\n\r\nblock\r\n\r\n";
  };
  for (const char* length : {"7000", "9223372036854775807", "9223372036854775808", "x", "40"}) {
    EXPECT_EQ(cut_all(record("a") + with_length(length) + record("b") + record("c")),
              (List{"a", "!corrupt", "b", "c"}))
        << length;
  }
  // Too short: the record is what it says, the rest of its block is lost.
  EXPECT_EQ(cut_all(with_length("3") + record("b")), (List{"blo", "!corrupt", "b"}));
}

TEST(RecordFinder, a_record_may_hold_an_archive) {
  std::string inner = record("x") + record("y");
  EXPECT_EQ(cut_all(record(inner) + record("b")), (List{inner, "b"}));
  EXPECT_EQ(cut_all(record(inner)), (List{inner}));
}

TEST(RecordFinder, arc_records) {
  std::string good = "http://e.com/ 1.2.3.4 20140401000000 text/html 5\nhello\n";
  std::string bad = "http://e.com/ 1.2.3.4 20140401000000 text/html -1\n\n";
  EXPECT_EQ(cut_all(good + good, Format::kArc), (List{"hello", "hello"}));
  EXPECT_EQ(cut_all(bad + good, Format::kArc), (List{"!corrupt", "hello"}));
  EXPECT_EQ(cut_all(good + bad, Format::kArc), (List{"hello", "!corrupt"}));
}

}  // namespace
}  // namespace doppel::archive
