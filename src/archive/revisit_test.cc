#include "archive/revisit.h"

#include <gtest/gtest.h>

#include "archive/digest.h"
#include "archive/header_fields.h"
#include "archive/warc_writer.h"

namespace doppel::archive {
namespace {

std::string response(std::string_view body) {
  std::string out;
  append_warc_record({.type = "response",
                      .record_id = "<urn:uuid:2>",
                      .date = "2026-01-02T00:00:00Z",
                      .target_uri = "http://e.org/copy",
                      .content_type = "application/http;msgtype=response",
                      .more = {{"WARC-IP-Address", "1.2.3.4"}, {"WARC-Block-Digest", "sha1:OLD"}}},
                     http_response(200, "OK", "text/html", body), out);
  return out;
}

const Original kOriginal{"http://e.org/first", "2026-01-01T00:00:00Z", "<urn:uuid:1>"};

TEST(Revisit, keeps_the_records_own_fields_and_http_head) {
  std::string body(500, 'x');
  std::string record = response(body);
  WarcHeader head;
  ASSERT_EQ(parse_warc_header(record, head), HeaderFault::kNone);
  std::string out;
  std::string_view whole = std::string_view(record).substr(0, record.size() - 4);
  size_t http_bytes = whole.size() - head.header_bytes - body.size();
  append_revisit(whole, head, http_bytes, sha1_digest(body), kOriginal, out);

  WarcHeader revisit;
  ASSERT_EQ(parse_warc_header(out, revisit), HeaderFault::kNone);
  EXPECT_EQ(revisit.type, WarcType::kRevisit);
  EXPECT_EQ(revisit.record_id, "<urn:uuid:2>");
  EXPECT_EQ(revisit.target_uri, "http://e.org/copy");
  EXPECT_EQ(revisit.date, "2026-01-02T00:00:00Z");
  EXPECT_EQ(revisit.profile, "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest");
  EXPECT_EQ(revisit.refers_to_uri, kOriginal.uri);
  EXPECT_EQ(revisit.refers_to_date, kOriginal.date);
  EXPECT_EQ(revisit.payload_digest, sha1_digest(body));
  EXPECT_EQ(find_field(out, "WARC-IP-Address"), "1.2.3.4");
  EXPECT_EQ(find_field(out, "WARC-Refers-To"), "<urn:uuid:1>");
  std::string_view block =
      std::string_view(out).substr(revisit.header_bytes, revisit.content_length);
  EXPECT_EQ(block, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n");
  EXPECT_EQ(check_digest(revisit.block_digest, block), DigestCheck::kEqual);
  EXPECT_TRUE(out.ends_with("\r\n\r\n\r\n\r\n"));

  std::string again;
  append_repointed(std::string_view(out).substr(0, out.size() - 4), revisit,
                   {"http://e.org/0", "2025-01-01T00:00:00Z", ""}, again);
  WarcHeader moved;
  ASSERT_EQ(parse_warc_header(again, moved), HeaderFault::kNone);
  EXPECT_EQ(moved.refers_to_uri, "http://e.org/0");
  EXPECT_EQ(moved.payload_digest, revisit.payload_digest);
  EXPECT_FALSE(find_field(again, "WARC-Refers-To"));
}

TEST(Revisit, a_note_names_the_page_kept_and_the_proof) {
  std::string record = response("x");
  WarcHeader head;
  ASSERT_EQ(parse_warc_header(record, head), HeaderFault::kNone);
  Note note{kOriginal, "near", "94/111", "jaccard(word,5) >= 4/5"};
  std::string out, same;
  append_note(head, note, out);
  append_note(head, note, same);
  EXPECT_EQ(out, same);
  WarcHeader written;
  ASSERT_EQ(parse_warc_header(out, written), HeaderFault::kNone);
  EXPECT_EQ(written.type, WarcType::kMetadata);
  EXPECT_EQ(written.target_uri, "http://e.org/copy");
  EXPECT_NE(written.record_id, head.record_id);
  std::string_view block = std::string_view(out).substr(written.header_bytes);
  EXPECT_EQ(find_field(block, "duplicate-of-uri"), "http://e.org/first");
  EXPECT_EQ(find_field(block, "similarity"), "94/111");
  EXPECT_EQ(find_field(block, "predicate"), "jaccard(word,5) >= 4/5");
}

}  // namespace
}  // namespace doppel::archive
