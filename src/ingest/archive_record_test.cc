#include "ingest/archive_record.h"

#include <gtest/gtest.h>

#include "archive/digest.h"
#include "archive/warc_writer.h"
#include "support/packed.h"

namespace doppel::ingest {
namespace {

using support::gzip;

using archive::Format;

struct Parsed {
  Arena arena;
  std::string bytes;
  Record record;
};

std::unique_ptr<Parsed> parse(std::string bytes, ReadOptions options = {},
                              Format format = Format::kWarc) {
  auto out = std::make_unique<Parsed>();
  out->bytes = std::move(bytes);
  archive::RawRecord raw;
  EXPECT_EQ(archive::parse_header(format, out->bytes, raw.head), archive::HeaderFault::kNone);
  raw.bytes =
      std::string_view(out->bytes).substr(0, raw.head.header_bytes + raw.head.content_length);
  ArchiveRecordParser(format, options).parse(raw, out->arena, out->record);
  return out;
}

std::string warc(std::string_view type, std::string_view block,
                 std::vector<std::pair<std::string_view, std::string_view>> more = {},
                 std::string_view content_type = "application/http;msgtype=response") {
  std::string out;
  archive::append_warc_record({.type = type,
                               .record_id = "<urn:uuid:1>",
                               .date = "1970-01-01T00:00:01Z",
                               .target_uri = "http://example.org/",
                               .content_type = content_type,
                               .more = std::move(more)},
                              block, out);
  return out;
}

std::string http(std::string_view status, std::string_view fields, std::string_view body) {
  return "HTTP/1.1 " + std::string(status) + "\r\n" + std::string(fields) + "\r\n" +
         std::string(body);
}

Kind kind_of(std::string_view status, std::string_view fields, std::string_view body = "<html>") {
  return parse(warc("response", http(status, fields, body)))->record.kind;
}

TEST(ArchiveRecord, a_page) {
  auto page = parse(warc(
      "response", http("200 OK", "Content-Type: text/html; charset=\"latin1\"\r\n", "<p>hello")));
  const Record& record = page->record;
  EXPECT_EQ(record.kind, Kind::kHtml);
  EXPECT_EQ(record.payload, "<p>hello");
  EXPECT_EQ(record.url, "http://example.org/");
  EXPECT_EQ(record.id, "\"<urn:uuid:1>\"");
  EXPECT_EQ(record.media_type, "text/html");
  EXPECT_EQ(record.charset_hint, "latin1");
  EXPECT_EQ(record.http_status, 200);
  EXPECT_EQ(record.fetched_ms, 1000);
  EXPECT_EQ(record.reject, Reject::kNone);
}

TEST(ArchiveRecord, what_is_compared_by_words_and_what_by_bytes) {
  std::string html = "Content-Type: text/html\r\n";
  EXPECT_EQ(kind_of("200 OK", html), Kind::kHtml);
  EXPECT_EQ(kind_of("203 OK", html), Kind::kHtml);
  EXPECT_EQ(kind_of("200 OK", "Content-Type: application/xhtml+xml\r\n"), Kind::kHtml);
  EXPECT_EQ(kind_of("200 OK", "Content-Type: text/plain\r\n"), Kind::kPlain);
  EXPECT_EQ(kind_of("200 OK", "Content-Type: image/png\r\n"), Kind::kPayload);
  EXPECT_EQ(kind_of("200 OK", "", " \n<!DOCTYPE HTML><p>"), Kind::kHtml);
  EXPECT_EQ(kind_of("200 OK", "", "<!-- saved by a tool --><html>"), Kind::kHtml);
  EXPECT_EQ(kind_of("200 OK", "", "GIF89a"), Kind::kPayload);
  EXPECT_EQ(kind_of("206 Partial", html), Kind::kPayload);
  EXPECT_EQ(kind_of("301 Moved", html), Kind::kRedirect);
  EXPECT_EQ(kind_of("304 Not Modified", html), Kind::kPayload);
  EXPECT_EQ(kind_of("404 Not Found", html), Kind::kDead);
  EXPECT_EQ(kind_of("410 Gone", html), Kind::kDead);
  EXPECT_EQ(kind_of("500 Error", html), Kind::kPayload);
  auto cut =
      parse(warc("response", http("200 OK", html, "<html>"), {{"WARC-Truncated", "length"}}));
  EXPECT_EQ(cut->record.kind, Kind::kPayload);
}

TEST(ArchiveRecord, a_redirect_says_where_to) {
  auto moved = parse(warc("response", http("302 Found", "Location: /there\r\n", "")));
  EXPECT_EQ(moved->record.kind, Kind::kRedirect);
  EXPECT_EQ(moved->record.redirect_to, "/there");
}

TEST(ArchiveRecord, codings_are_undone) {
  std::string head = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
  std::string packed = gzip("<p>hello</p>");
  EXPECT_EQ(parse(warc("response", http("200 OK", head, packed)))->record.payload, "<p>hello</p>");

  std::string size = "1";
  std::string chunked = "1\r\n" + packed.substr(0, 1) + "\r\n";
  for (size_t i = 1; i < packed.size(); ++i) chunked += "1\r\n" + packed.substr(i, 1) + "\r\n";
  chunked += "0\r\n\r\n";
  auto both =
      parse(warc("response", http("200 OK", head + "Transfer-Encoding: chunked\r\n", chunked)));
  EXPECT_EQ(both->record.payload, "<p>hello</p>");
  EXPECT_EQ(both->record.kind, Kind::kHtml);

  // Undone by the writer of the archive, named all the same.
  auto undone =
      parse(warc("response", http("200 OK", head + "Transfer-Encoding: chunked\r\n", "<p>plain")));
  EXPECT_EQ(undone->record.payload, "<p>plain");
  EXPECT_EQ(undone->record.kind, Kind::kHtml);

  // Cut off: what is left is not a page.
  auto cut = parse(warc("response", http("200 OK", head, packed.substr(0, packed.size() - 9))));
  EXPECT_EQ(cut->record.kind, Kind::kPayload);
  EXPECT_EQ(cut->record.reject, Reject::kNone);
}

TEST(ArchiveRecord, a_bomb_is_rejected) {
  std::string head = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
  std::string bomb = gzip(std::string(10'000'000, 'x'));
  ReadOptions options;
  options.max_record_bytes = 100'000;
  EXPECT_EQ(parse(warc("response", http("200 OK", head, bomb)), options)->record.reject,
            Reject::kTooLarge);
}

TEST(ArchiveRecord, other_types) {
  EXPECT_EQ(parse(warc("resource", "<p>", {}, "text/html"))->record.kind, Kind::kHtml);
  EXPECT_EQ(parse(warc("resource", "x", {}, "text/dns"))->record.kind, Kind::kPayload);
  auto wet = parse(warc("conversion", "some text", {}, "text/plain"));
  EXPECT_EQ(wet->record.kind, Kind::kText);
  EXPECT_EQ(wet->record.text, "some text");
  auto revisit = parse(warc("revisit", http("200 OK", "", "")));
  EXPECT_EQ(revisit->record.kind, Kind::kRevisit);
  EXPECT_EQ(revisit->record.http_status, 200);
  for (const char* type : {"request", "metadata", "warcinfo", "continuation", "new"}) {
    EXPECT_EQ(parse(warc(type, "x"))->record.kind, Kind::kNonPage) << type;
  }
}

TEST(ArchiveRecord, digests_are_checked_when_asked) {
  std::string block = http("200 OK", "Transfer-Encoding: chunked\r\n", "2\r\nhi\r\n0\r\n\r\n");
  ReadOptions asked;
  asked.check_digests = true;
  std::string good = archive::sha1_digest(block), other = archive::sha1_digest("x");
  std::string raw = archive::sha1_digest("2\r\nhi\r\n0\r\n\r\n"),
              joined = archive::sha1_digest("hi");
  auto reject = [&](std::string_view field, std::string_view digest, const ReadOptions& options) {
    return parse(warc("response", block, {{field, digest}}), options)->record.reject;
  };
  EXPECT_EQ(reject("WARC-Block-Digest", good, asked), Reject::kNone);
  EXPECT_EQ(reject("WARC-Block-Digest", other, asked), Reject::kDigest);
  EXPECT_EQ(reject("WARC-Block-Digest", other, {}), Reject::kNone);
  EXPECT_EQ(reject("WARC-Payload-Digest", raw, asked), Reject::kNone);
  EXPECT_EQ(reject("WARC-Payload-Digest", joined, asked), Reject::kNone);
  EXPECT_EQ(reject("WARC-Payload-Digest", other, asked), Reject::kDigest);
  EXPECT_EQ(reject("WARC-Payload-Digest", "new:1234", asked), Reject::kNone);
}

TEST(ArchiveRecord, a_url_that_is_not_utf8_is_encoded) {
  std::string bytes = warc("resource", "x", {}, "text/plain");
  bytes.replace(bytes.find("example.org"), 1, "\xe9");
  EXPECT_EQ(parse(bytes)->record.url, "http://%E9xample.org/");
}

TEST(ArchiveRecord, arc) {
  std::string block = http("200 OK", "Content-Type: text/html\r\n", "<p>hello");
  auto page = parse("http://e.com/ 1.2.3.4 19700101000001 text/html " +
                        std::to_string(block.size()) + "\n" + block + "\n",
                    {}, Format::kArc);
  EXPECT_EQ(page->record.kind, Kind::kHtml);
  EXPECT_EQ(page->record.payload, "<p>hello");
  EXPECT_EQ(page->record.id, "null");
  EXPECT_EQ(page->record.fetched_ms, 1000);
}

}  // namespace
}  // namespace doppel::ingest
