#include "archive/record_header.h"

#include <gtest/gtest.h>

namespace doppel::archive {
namespace {

TEST(RecordHeader, tells_the_formats_apart) {
  EXPECT_EQ(format_of("WARC/1.0\r\n"), Format::kWarc);
  EXPECT_EQ(format_of("filedesc://x.arc 0.0.0.0 2014"), Format::kArc);
  EXPECT_EQ(format_of("http://e.com/ 1.2.3.4 20140401000000 text/html 5\n"), Format::kArc);
  EXPECT_EQ(format_of("{\"url\": 1}"), std::nullopt);
  EXPECT_EQ(format_of(""), std::nullopt);
}

TEST(RecordHeader, arc_in_the_words_of_warc) {
  WarcHeader head;
  auto type = [&](std::string_view line) {
    EXPECT_EQ(parse_header(Format::kArc, line, head), HeaderFault::kNone) << line;
    return head.type;
  };
  EXPECT_EQ(type("filedesc://x.arc 0.0.0.0 20140401000000 text/plain 75\n"), WarcType::kWarcinfo);
  EXPECT_EQ(type("dns:e.com 0.0.0.0 20140401000000 text/dns 75\n"), WarcType::kResource);
  EXPECT_EQ(type("http://e.com/ 0.0.0.0 19700102000000 text/html 75\n"), WarcType::kResponse);
  EXPECT_TRUE(holds_http(Format::kArc, head));
  EXPECT_EQ(date_of(head), 86'400'000);
  EXPECT_EQ(head.target_uri, "http://e.com/");
}

TEST(RecordHeader, http_by_type_and_content_type) {
  WarcHeader head;
  head.type = WarcType::kResponse;
  head.content_type = "application/http; msgtype=response";
  EXPECT_TRUE(holds_http(Format::kWarc, head));
  head.content_type = "text/dns";
  EXPECT_FALSE(holds_http(Format::kWarc, head));
  head.type = WarcType::kResource;
  head.content_type = "application/http";
  EXPECT_FALSE(holds_http(Format::kWarc, head));
}

TEST(RecordHeader, the_next_head_begins_a_line) {
  EXPECT_EQ(find_head(Format::kWarc, "WARC/1.0", 0), 0u);
  EXPECT_EQ(find_head(Format::kWarc, "x WARC/1.0\r\nWARC/x\nWARC/1.1", 1), 19u);
  EXPECT_EQ(find_head(Format::kWarc, "WARC/1.0", 1), std::string_view::npos);
  std::string_view arc = "junk\nhttp://e.com/ 1.2.3.4 20140401000000 text/html 5\n";
  EXPECT_EQ(find_head(Format::kArc, arc, 0), 5u);
}

}  // namespace
}  // namespace doppel::archive
