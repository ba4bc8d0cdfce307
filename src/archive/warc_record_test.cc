#include "archive/warc_record.h"

#include <gtest/gtest.h>

namespace doppel::archive {
namespace {

constexpr std::string_view kHead =
    "WARC/1.0\r\n"
    "WARC-Type: response\r\n"
    "WARC-Target-URI: <http://example.com/>\r\n"
    "warc-date: 2018-02-09T15:12:11Z\r\n"
    "WARC-Record-ID: <urn:uuid:1>\r\n"
    "WARC-Payload-Digest: sha1:X\r\n"
    "Content-Type: application/http;msgtype=response\r\n"
    "Content-Length: 4\r\n"
    "\r\n";

HeadFault fault_of(std::string_view bytes) {
  WarcHead head;
  return parse_warc_head(bytes, head);
}

TEST(WarcRecord, reads_the_fields_of_a_head) {
  WarcHead head;
  ASSERT_EQ(parse_warc_head(std::string(kHead) + "body", head), HeadFault::kNone);
  ASSERT_EQ(parse_warc_head(kHead, head), HeadFault::kNone);
  EXPECT_EQ(head.version, "1.0");
  EXPECT_EQ(head.type, WarcType::kResponse);
  EXPECT_EQ(head.target_uri, "http://example.com/");
  EXPECT_EQ(head.date, "2018-02-09T15:12:11Z");
  EXPECT_EQ(head.record_id, "<urn:uuid:1>");
  EXPECT_EQ(head.payload_digest, "sha1:X");
  EXPECT_EQ(head.content_length, 4u);
  EXPECT_EQ(head.head_bytes, kHead.size());
}

TEST(WarcRecord, every_cut_of_a_head_is_incomplete) {
  for (size_t n = 0; n < kHead.size(); ++n) {
    EXPECT_EQ(fault_of(kHead.substr(0, n)), HeadFault::kIncomplete) << n;
  }
}

TEST(WarcRecord, names_what_is_wrong) {
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\n\r\n"), HeadFault::kNoHead);
  EXPECT_EQ(fault_of("WARC/x\r\n\r\n"), HeadFault::kNoHead);
  EXPECT_EQ(fault_of("WARC/1.0\r\nContent-Length: 1\r\n\r\n"), HeadFault::kNoType);
  EXPECT_EQ(fault_of("WARC/1.0\r\nWARC-Type: response\r\n\r\n"), HeadFault::kNoLength);
  for (const char* length : {"", "-1", "x", "1 2", "9223372036854775808", "99999999999999999999"}) {
    std::string head = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: ";
    EXPECT_EQ(fault_of(head + length + "\r\n\r\n"), HeadFault::kNoLength) << length;
  }
  EXPECT_EQ(fault_of("WARC/1.0\r\n" + std::string(kMaxHeadBytes, 'x')), HeadFault::kNoHead);
}

TEST(WarcRecord, knows_old_versions_and_bare_line_feeds) {
  WarcHead head;
  ASSERT_EQ(parse_warc_head("WARC/0.18\nWARC-Type: strange\nContent-Length: 0\n\n", head),
            HeadFault::kNone);
  EXPECT_EQ(head.version, "0.18");
  EXPECT_EQ(head.type, WarcType::kUnknown);
}

TEST(WarcRecord, what_is_written_is_read_again) {
  std::string block = http_response(200, "OK", "text/html", "<p>hello");
  std::string id = record_id_of({1, 2});
  WarcFields fields{.type = "response",
                    .record_id = id,
                    .date = "2026-11-16T02:00:00Z",
                    .target_uri = "https://example.org/",
                    .content_type = "application/http;msgtype=response",
                    .more = {{"WARC-Truncated", "length"}, {"X-Empty", ""}}};
  std::string out = "before";
  append_warc_record(fields, block, out);
  std::string_view record = std::string_view(out).substr(6);
  WarcHead head;
  ASSERT_EQ(parse_warc_head(record, head), HeadFault::kNone);
  EXPECT_EQ(head.version, "1.1");
  EXPECT_EQ(head.type, WarcType::kResponse);
  EXPECT_EQ(head.record_id, "<urn:uuid:00000000-0000-8001-8000-000000000002>");
  EXPECT_EQ(head.truncated, "length");
  EXPECT_EQ(record.substr(head.head_bytes), block + "\r\n\r\n");
  EXPECT_EQ(head.content_length, block.size());
  EXPECT_EQ(record.find("X-Empty"), record.npos);
}

}  // namespace
}  // namespace doppel::archive
