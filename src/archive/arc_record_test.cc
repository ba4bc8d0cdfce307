#include "archive/arc_record.h"

#include <gtest/gtest.h>

namespace doppel::archive {
namespace {

TEST(ArcRecord, reads_both_versions) {
  ArcHead head;
  std::string_view v1 = "http://example.com/ 93.184.216.119 20140216050221 text/html 1591\nHTTP";
  ASSERT_EQ(parse_arc_head(v1, head), HeadFault::kNone);
  EXPECT_EQ(head.url, "http://example.com/");
  EXPECT_EQ(head.date, "20140216050221");
  EXPECT_EQ(head.media_type, "text/html");
  EXPECT_EQ(head.content_length, 1591u);
  EXPECT_EQ(v1.substr(head.head_bytes), "HTTP");
  std::string_view v2 =
      "http://example.com/ 1.2.3.4 19961104142103 text/html 200 fac069150613fe55599cc7fa88aa089d - "
      "209 "
      "IA-001102.arc 202\r\n";
  ASSERT_EQ(parse_arc_head(v2, head), HeadFault::kNone);
  EXPECT_EQ(head.url, "http://example.com/");
  EXPECT_EQ(head.media_type, "text/html");
  EXPECT_EQ(head.content_length, 202u);
}

TEST(ArcRecord, a_url_may_have_spaces) {
  ArcHead head;
  ASSERT_EQ(parse_arc_head("http://e.com/a b c 1.2.3.4 20140216050221 text/html 5\n", head),
            HeadFault::kNone);
  EXPECT_EQ(head.url, "http://e.com/a b c");
}

TEST(ArcRecord, names_what_is_wrong) {
  ArcHead head;
  EXPECT_EQ(parse_arc_head("http://example.com/ 1.2.3.4 2014", head), HeadFault::kIncomplete);
  EXPECT_EQ(parse_arc_head("\n", head), HeadFault::kNoHead);
  EXPECT_EQ(parse_arc_head("1 0 LiveWeb Capture\n", head), HeadFault::kNoHead);
  EXPECT_EQ(parse_arc_head("a b c d e f g h i j k\n", head), HeadFault::kNoHead);
  EXPECT_EQ(parse_arc_head("http://e.com/ 1.2.3.4 20140401000000 text/html -1\n", head),
            HeadFault::kNoLength);
  EXPECT_EQ(parse_arc_head("http://e.com/ 1.2.3.4 20140401000000 text/html abc\n", head),
            HeadFault::kNoLength);
  EXPECT_EQ(parse_arc_head(std::string(kMaxArcLine, 'x'), head), HeadFault::kNoHead);
}

}  // namespace
}  // namespace doppel::archive
