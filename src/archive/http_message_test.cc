#include "archive/http_message.h"

#include <gtest/gtest.h>

namespace doppel::archive {
namespace {

TEST(HttpMessage, reads_what_matters_of_a_head) {
  HttpHeader head;
  std::string_view message =
      "HTTP/1.1 301 Moved\r\nContent-Type: text/html; charset=x\r\nLOCATION: /there\r\n"
      "Content-Encoding: gzip\r\nTransfer-Encoding: gzip, Chunked\r\n\r\nbody";
  ASSERT_TRUE(parse_http_response(message, head));
  EXPECT_EQ(head.status, 301);
  EXPECT_EQ(head.content_type, "text/html; charset=x");
  EXPECT_EQ(head.location, "/there");
  EXPECT_EQ(head.content_encoding, "gzip");
  EXPECT_TRUE(head.chunked);
  EXPECT_EQ(message.substr(head.header_bytes), "body");
}

TEST(HttpMessage, takes_status_lines_as_servers_write_them) {
  HttpHeader head;
  for (std::string_view line : {"HTTP/1.1 200 OK\n\n", "HTTP/2 200\r\n\r\n", "HTTP/1.0  200\n\n",
                                "HTTP/1.1 200", "HTTP/1.1 200 \r\n"}) {
    ASSERT_TRUE(parse_http_response(line, head)) << line;
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header_bytes, line.size());
  }
}

TEST(HttpMessage, what_is_no_response_is_none) {
  HttpHeader head;
  for (std::string_view block :
       {"", "HTTP", "GET / HTTP/1.1\r\n\r\n", "<html>", "HTTP/1.1\r\n\r\n", "HTTP/1.1 OK\r\n\r\n",
        "HTTP/1.1 20\r\n", "HTTP/1.1 2000 x\r\n", "HTTP/1.1 099 x\r\n"}) {
    EXPECT_FALSE(parse_http_response(block, head)) << block;
  }
}

}  // namespace
}  // namespace doppel::archive
