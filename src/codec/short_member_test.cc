#include "codec/short_member.h"

#include <gtest/gtest.h>

#include <random>

#include "codec/unpack.h"

namespace doppel::codec {
namespace {

std::string member(std::string_view record) {
  std::string out;
  append_short_member(record, out);
  return out;
}

// The member as libdeflate reads it: whole, checksum and length included.
void expect_packed(std::string_view record) {
  std::string packed = member(record), plain(kMostShortBytes + 1, '\0');
  Unpacked out = Unpacker().unpack(Compression::kGzip, packed + "what follows", plain.size(),
                                   plain.size(), [&](size_t n) {
                                     plain.resize(n);
                                     return Unpacker::Room{plain.data(), n};
                                   });
  ASSERT_EQ(out.end, UnpackEnd::kWhole) << record.size();
  ASSERT_EQ(out.bytes, record);
  ASSERT_EQ(out.consumed, packed.size());
}

TEST(ShortMember, is_unpacked_at_every_length) {
  std::mt19937 random(1);
  std::string same, bytes, words;
  for (size_t size = 0; size <= kMostShortBytes; ++size) {
    expect_packed(same);
    expect_packed(bytes);
    expect_packed(words);
    same.push_back('a');
    bytes.push_back(static_cast<char>(random()));
    words.push_back("WARC-"[random() % 5]);
  }
}

TEST(ShortMember, finds_a_repeat_at_every_distance_and_of_every_length) {
  std::mt19937 random(2);
  std::string noise;
  for (size_t i = 0; i < kMostShortBytes; ++i) noise.push_back(static_cast<char>(random()));
  for (size_t distance = 4; distance + 4 <= kMostShortBytes; ++distance) {
    std::string first = "head" + std::string(distance - 4, '.');
    expect_packed(first + "head");
    EXPECT_LT(member(first + "head").size(), member(first + "tail").size());
  }
  for (size_t length = 4; length <= 600; ++length) {
    std::string record = noise.substr(0, 700) + noise.substr(50, length);
    expect_packed(record);
    EXPECT_LT(member(record).size(), member(noise.substr(0, 700)).size() + 13);
  }
}

TEST(ShortMember, has_neither_name_nor_time) {
  EXPECT_EQ(member("a"), std::string("\x1f\x8b\x08\0\0\0\0\0\x04\xff"
                                     "\x4b\x04\0\x43\xbe\xb7\xe8\x01\0\0\0",
                                     21));
}

}  // namespace
}  // namespace doppel::codec
