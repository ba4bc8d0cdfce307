#include "archive/warc_header.h"

#include <gtest/gtest.h>

#include "archive/http_message.h"
#include "archive/warc_writer.h"

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

HeaderFault fault_of(std::string_view bytes) {
  WarcHeader head;
  return parse_warc_header(bytes, head);
}

TEST(WarcHeader, reads_the_fields_of_a_head) {
  WarcHeader head;
  ASSERT_EQ(parse_warc_header(std::string(kHead) + "body", head), HeaderFault::kNone);
  ASSERT_EQ(parse_warc_header(kHead, head), HeaderFault::kNone);
  EXPECT_EQ(head.version, "1.0");
  EXPECT_EQ(head.type, WarcType::kResponse);
  EXPECT_EQ(head.target_uri, "http://example.com/");
  EXPECT_EQ(head.date, "2018-02-09T15:12:11Z");
  EXPECT_EQ(head.record_id, "<urn:uuid:1>");
  EXPECT_EQ(head.payload_digest, "sha1:X");
  EXPECT_EQ(head.content_length, 4u);
  EXPECT_EQ(head.header_bytes, kHead.size());
}

TEST(WarcHeader, every_cut_of_a_head_is_incomplete) {
  for (size_t n = 0; n < kHead.size(); ++n) {
    EXPECT_EQ(fault_of(kHead.substr(0, n)), HeaderFault::kIncomplete) << n;
  }
}

TEST(WarcHeader, names_what_is_wrong) {
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\n\r\n"), HeaderFault::kNoHeader);
  EXPECT_EQ(fault_of("WARC/x\r\n\r\n"), HeaderFault::kNoHeader);
  EXPECT_EQ(fault_of("WARC/1.0\r\nContent-Length: 1\r\n\r\n"), HeaderFault::kNoType);
  EXPECT_EQ(fault_of("WARC/1.0\r\nWARC-Type: response\r\n\r\n"), HeaderFault::kNoLength);
  for (const char* length : {"", "-1", "x", "1 2", "9223372036854775808", "99999999999999999999"}) {
    std::string head = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: ";
    EXPECT_EQ(fault_of(head + length + "\r\n\r\n"), HeaderFault::kNoLength) << length;
  }
  EXPECT_EQ(fault_of("WARC/1.0\r\n" + std::string(kMaxHeaderBytes, 'x')), HeaderFault::kNoHeader);
}

TEST(WarcHeader, knows_old_versions_and_bare_line_feeds) {
  WarcHeader head;
  ASSERT_EQ(parse_warc_header("WARC/0.18\nWARC-Type: strange\nContent-Length: 0\n\n", head),
            HeaderFault::kNone);
  EXPECT_EQ(head.version, "0.18");
  EXPECT_EQ(head.type, WarcType::kUnknown);
}

TEST(WarcWriter, names_the_target_of_a_redirect) {
  HttpHeader header;
  const std::string block = http_redirect(301, "Moved Permanently", "https://example.org/new");
  ASSERT_TRUE(parse_http_response(block, header));
  EXPECT_EQ(header.status, 301);
  EXPECT_EQ(header.location, "https://example.org/new");
  EXPECT_EQ(header.header_bytes, block.size());
}

TEST(WarcHeader, what_is_written_is_read_again) {
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
  WarcHeader head;
  ASSERT_EQ(parse_warc_header(record, head), HeaderFault::kNone);
  EXPECT_EQ(head.version, "1.1");
  EXPECT_EQ(head.type, WarcType::kResponse);
  EXPECT_EQ(head.record_id, "<urn:uuid:00000000-0000-8001-8000-000000000002>");
  EXPECT_EQ(head.truncated, "length");
  EXPECT_EQ(record.substr(head.header_bytes), block + "\r\n\r\n");
  EXPECT_EQ(head.content_length, block.size());
  EXPECT_EQ(record.find("X-Empty"), record.npos);
}

}  // namespace
}  // namespace doppel::archive
