#include "archive/member_reader.h"

#include <gtest/gtest.h>

#include "archive/warc_writer.h"
#include "codec/pack.h"

namespace doppel::archive {
namespace {

std::string record_with(std::string_view http_head, std::string_view body) {
  std::string out;
  append_warc_record({.type = "response",
                      .record_id = "<urn:uuid:2>",
                      .date = "2026-01-02T00:00:00Z",
                      .target_uri = "http://e.org/",
                      .content_type = "application/http",
                      .more = {}},
                     std::string(http_head).append(body), out);
  return out;
}

std::string packed(codec::Compression compression, std::string_view record) {
  std::string out;
  codec::Packer(compression).pack(record, out);
  return out;
}

TEST(MemberReader, gives_the_same_heads_of_a_part_as_of_the_whole) {
  const std::string body(100'000, 'b');
  for (size_t filler : {0, 10, 1700, 1800, 1900, 5000, 70'000}) {
    std::string http = "HTTP/1.1 200 OK\r\nX: " + std::string(filler, 'x') + "\r\n\r\n";
    std::string record = record_with(http, body);
    for (codec::Compression compression :
         {codec::Compression::kGzip, codec::Compression::kZstd, codec::Compression::kLz4}) {
      Shape shape{.format = Format::kWarc,
                  .compression = compression,
                  .in_members = true,
                  .dictionary = {}};
      MemberReader reader(shape);
      std::string member = packed(compression, record);
      auto heads = reader.heads(member);
      ASSERT_TRUE(heads);
      EXPECT_EQ(heads->head.target_uri, "http://e.org/");
      EXPECT_EQ(heads->http.status, 200);
      EXPECT_EQ(heads->http.header_bytes, http.size());
      auto whole = reader.whole(member);
      ASSERT_TRUE(whole);
      EXPECT_EQ(whole->body(), body);
    }
  }
}

TEST(MemberReader, a_block_that_is_no_http_is_all_body) {
  Shape shape{.format = Format::kWarc,
              .compression = codec::Compression::kGzip,
              .in_members = true,
              .dictionary = {}};
  MemberReader reader(shape);
  std::string member = packed(codec::Compression::kGzip, record_with("", std::string(9000, 'b')));
  auto heads = reader.heads(member);
  ASSERT_TRUE(heads);
  EXPECT_EQ(heads->http.header_bytes, 0u);
  EXPECT_EQ(reader.whole(member)->body(), std::string(9000, 'b'));
}

TEST(MemberReader, an_http_head_that_never_ends_ends_with_the_block) {
  Shape shape{.format = Format::kWarc,
              .compression = codec::Compression::kGzip,
              .in_members = true,
              .dictionary = {}};
  MemberReader reader(shape);
  std::string_view http = "HTTP/1.1 200 OK\r\nX: y";
  std::string member = packed(codec::Compression::kGzip, record_with(http, ""));
  EXPECT_EQ(reader.heads(member)->http.header_bytes, http.size());
  EXPECT_EQ(reader.whole(member)->body(), "");
}

TEST(MemberReader, what_is_no_member_gives_nothing) {
  Shape shape{.format = Format::kWarc,
              .compression = codec::Compression::kGzip,
              .in_members = true,
              .dictionary = {}};
  MemberReader reader(shape);
  EXPECT_FALSE(reader.heads("garbage"));
  EXPECT_FALSE(reader.whole("garbage"));
  EXPECT_FALSE(reader.heads(packed(codec::Compression::kGzip, "no record")));
  EXPECT_FALSE(reader.whole(packed(codec::Compression::kGzip, "")));
}

}  // namespace
}  // namespace doppel::archive
