#include "codec/compression.h"

#include <gtest/gtest.h>

namespace doppel::codec {
namespace {

TEST(Compression, names_and_suffixes_agree) {
  for (Compression compression : {Compression::kGzip, Compression::kZstd, Compression::kLz4}) {
    const std::string name = "a.jsonl" + std::string(suffix_of(compression));
    EXPECT_EQ(compression_of_name(name), compression);
    EXPECT_EQ(without_suffix(name), "a.jsonl");
  }
  EXPECT_EQ(suffix_of(Compression::kNone), "");
  EXPECT_EQ(compression_of_name("a.warc.zstd"), Compression::kZstd);
  EXPECT_EQ(without_suffix("a.warc.zstd"), "a.warc");
  EXPECT_EQ(compression_of_name("a.gz.jsonl"), Compression::kNone);
  EXPECT_EQ(without_suffix("a.jsonl"), "a.jsonl");
}

TEST(Compression, is_told_by_the_first_bytes) {
  EXPECT_EQ(compression_of_bytes("\x1f\x8b"), Compression::kGzip);
  EXPECT_EQ(compression_of_bytes("\x28\xb5\x2f\xfd"), Compression::kZstd);
  EXPECT_EQ(compression_of_bytes("\x5d\x2a\x4d\x18"), Compression::kZstd);
  EXPECT_EQ(compression_of_bytes("\x04\x22\x4d\x18"), Compression::kLz4);
  for (const char* none : {"", "\x1f", "{\"te", "\x28\xb5\x2f"}) {
    EXPECT_EQ(compression_of_bytes(none), Compression::kNone);
  }
}

}  // namespace
}  // namespace doppel::codec
