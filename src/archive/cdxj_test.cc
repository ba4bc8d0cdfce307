#include "archive/cdxj.h"

#include <gtest/gtest.h>

namespace doppel::archive {
namespace {

TEST(Cdxj, keys_as_other_tools_make_them) {
  EXPECT_EQ(cdxj_key("http://www.iana.org/about"), "org,iana)/about");
  EXPECT_EQ(cdxj_key("https://example.com/A?b=C"), "com,example)/a?b=c");
  EXPECT_EQ(cdxj_key("http://example.com:8080/"), "com,example:8080)/");
  EXPECT_EQ(cdxj_key("urn:X:y"), "urn:x:y");
  EXPECT_EQ(cdxj_key("no url"), "no");
}

TEST(Cdxj, what_is_written_is_read_again) {
  CdxjEntry entry{"org,example)/",
                  "20260102000000",
                  "http://example.org/",
                  "text/html",
                  "ABC",
                  "a.warc.gz",
                  "200",
                  12,
                  34};
  std::string line = cdxj_line(entry);
  EXPECT_EQ(line,
            "org,example)/ 20260102000000 {\"url\": \"http://example.org/\", \"mime\": "
            "\"text/html\", \"status\": \"200\", \"digest\": \"ABC\", \"length\": \"34\", "
            "\"offset\": \"12\", \"filename\": \"a.warc.gz\"}\n");
  auto read = parse_cdxj_line(line);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(*read, entry);
}

TEST(Cdxj, lines_of_other_writers) {
  auto line = parse_cdxj_line(
      "com,example)/ 20140103030321 {\"offset\": 12, \"length\": \"7\", \"new\": [1]}\r\n");
  ASSERT_TRUE(line.has_value());
  EXPECT_EQ(line->offset, 12u);
  EXPECT_EQ(line->length, 7u);
  EXPECT_EQ(line->url, "");
  for (const char* bad : {"", "a", "a b", "a 20140103 {", "a x {}", "a 201 {}"}) {
    EXPECT_FALSE(parse_cdxj_line(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace doppel::archive
