#include "archive/chunked.h"

#include <gtest/gtest.h>

#include <string>

namespace doppel::archive {
namespace {

struct Outcome {
  ChunkedEnd end;
  std::string bytes;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome run(std::string_view body) {
  std::string out(body.size(), '\0');
  Dechunked done = dechunk(body, out.data());
  out.resize(done.bytes);
  return {done.end, out};
}

TEST(Chunked, joins_chunks) {
  EXPECT_EQ(run("5\r\nhello\r\n1;x=y\r\n!\r\n0\r\n\r\n"), (Outcome{ChunkedEnd::kWhole, "hello!"}));
  EXPECT_EQ(run("5\nhello\n0\n\n"), (Outcome{ChunkedEnd::kWhole, "hello"}));
  EXPECT_EQ(run("00A \r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"),
            (Outcome{ChunkedEnd::kWhole, "0123456789"}));
  EXPECT_EQ(run("0\r\n\r\n"), (Outcome{ChunkedEnd::kWhole, ""}));
}

TEST(Chunked, every_cut_gives_what_came) {
  std::string_view body = "5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n";
  for (size_t n = 3; n < body.size() - 4; ++n) {
    Outcome cut = run(body.substr(0, n));
    EXPECT_EQ(cut.end, ChunkedEnd::kTruncated) << n;
    EXPECT_TRUE(std::string_view("hello!").starts_with(cut.bytes)) << n;
  }
}

TEST(Chunked, what_is_not_chunked_is_left_alone) {
  for (std::string_view body :
       {"", "<html>", "5 hello", "-1\r\n", "ffffffffffffffffffff\r\n", "5"}) {
    EXPECT_EQ(run(body), (Outcome{ChunkedEnd::kNotChunked, ""})) << body;
  }
}

TEST(Chunked, a_broken_chunk_ends_it) {
  EXPECT_EQ(run("5\r\nhello\r\nwhat?\r\n"), (Outcome{ChunkedEnd::kBroken, "hello"}));
  EXPECT_EQ(run("7fffffffffffffe\r\nhello"), (Outcome{ChunkedEnd::kTruncated, "hello"}));
}

TEST(Chunked, works_in_place) {
  std::string body = "5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n";
  Dechunked done = dechunk(body, body.data());
  EXPECT_EQ(body.substr(0, done.bytes), "hello!");
}

}  // namespace
}  // namespace doppel::archive
