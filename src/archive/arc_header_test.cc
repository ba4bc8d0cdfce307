#include "archive/arc_header.h"

#include <gtest/gtest.h>

namespace doppel::archive {
namespace {

TEST(ArcHeader, reads_both_versions) {
  ArcHeader head;
  std::string_view v1 = "http://example.com/ 93.184.216.119 20140216050221 text/html 1591\nHTTP";
  ASSERT_EQ(parse_arc_header(v1, head), HeaderFault::kNone);
  EXPECT_EQ(head.url, "http://example.com/");
  EXPECT_EQ(head.date, "20140216050221");
  EXPECT_EQ(head.media_type, "text/html");
  EXPECT_EQ(head.content_length, 1591u);
  EXPECT_EQ(v1.substr(head.header_bytes), "HTTP");
  std::string_view v2 =
      "http://example.com/ 1.2.3.4 19961104142103 text/html 200 fac069150613fe55599cc7fa88aa089d - "
      "209 "
      "IA-001102.arc 202\r\n";
  ASSERT_EQ(parse_arc_header(v2, head), HeaderFault::kNone);
  EXPECT_EQ(head.url, "http://example.com/");
  EXPECT_EQ(head.media_type, "text/html");
  EXPECT_EQ(head.content_length, 202u);
}

TEST(ArcHeader, a_url_may_have_spaces) {
  ArcHeader head;
  ASSERT_EQ(parse_arc_header("http://e.com/a b c 1.2.3.4 20140216050221 text/html 5\n", head),
            HeaderFault::kNone);
  EXPECT_EQ(head.url, "http://e.com/a b c");
}

TEST(ArcHeader, names_what_is_wrong) {
  ArcHeader head;
  EXPECT_EQ(parse_arc_header("http://example.com/ 1.2.3.4 2014", head), HeaderFault::kIncomplete);
  EXPECT_EQ(parse_arc_header("\n", head), HeaderFault::kNoHeader);
  EXPECT_EQ(parse_arc_header("1 0 LiveWeb Capture\n", head), HeaderFault::kNoHeader);
  EXPECT_EQ(parse_arc_header("a b c d e f g h i j k\n", head), HeaderFault::kNoHeader);
  EXPECT_EQ(parse_arc_header("http://e.com/ 1.2.3.4 20140401000000 text/html -1\n", head),
            HeaderFault::kNoLength);
  EXPECT_EQ(parse_arc_header("http://e.com/ 1.2.3.4 20140401000000 text/html abc\n", head),
            HeaderFault::kNoLength);
  EXPECT_EQ(parse_arc_header(std::string(kMaxArcLine, 'x'), head), HeaderFault::kNoHeader);
}

}  // namespace
}  // namespace doppel::archive
