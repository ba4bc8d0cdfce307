#include "codec/member_stream.h"

#include <gtest/gtest.h>

#include <string>

#include "codec/pack.h"

namespace doppel::codec {
namespace {

std::string member(std::string_view bytes) {
  std::string out;
  Packer(Compression::kGzip).pack(bytes, out);
  return out;
}

TEST(MemberStream, reads_one_member_and_stops) {
  std::string packed = member("hello world") + member("next");
  size_t first = member("hello world").size();
  MemberStream stream;
  for (int again = 0; again < 2; ++again) {
    stream.start(packed);
    std::string out(5, '\0');
    EXPECT_EQ(stream.read(out), 5u);
    EXPECT_EQ(out, "hello");
    EXPECT_EQ(stream.end(), MemberEnd::kInside);
    EXPECT_EQ(stream.skip(), 6u);
    EXPECT_EQ(stream.end(), MemberEnd::kWhole);
    EXPECT_EQ(stream.consumed(), first);
    EXPECT_EQ(stream.read(out), 0u);
  }
}

TEST(MemberStream, tells_a_cut_from_damage) {
  std::string packed =
      member("some text that is long enough to be worth compression, twice, twice");
  MemberStream stream;
  for (size_t n = 0; n < packed.size(); ++n) {
    stream.start(std::string_view(packed).substr(0, n));
    stream.skip();
    EXPECT_EQ(stream.end(), MemberEnd::kTruncated) << n;
  }
  std::string damaged = packed;
  damaged[packed.size() - 5] ^= 1;  // of the checksum
  stream.start(damaged);
  stream.skip();
  EXPECT_EQ(stream.end(), MemberEnd::kCorrupt);
}

}  // namespace
}  // namespace doppel::codec
