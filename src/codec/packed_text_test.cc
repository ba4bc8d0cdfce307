#include "codec/packed_text.h"

#include <gtest/gtest.h>

namespace doppel::codec {
namespace {

constexpr uint64_t kMost = 1 << 20;

TEST(PackedText, what_is_packed_is_unpacked) {
  const TextPacker packer;
  const TextUnpacker unpacker;
  std::string buffer;
  for (const std::string& text :
       {std::string(), std::string("a"), std::string(100'000, 'x'), std::string("\xff\0\x01", 3)}) {
    EXPECT_EQ(*unpacker.unpack(packer.pack(text), kMost, buffer), text);
  }
  EXPECT_LT(packer.pack(std::string(100'000, 'x')).size(), 100U);
}

TEST(PackedText, damaged_bytes_are_an_error) {
  const TextPacker packer;
  const TextUnpacker unpacker;
  std::string buffer;
  const std::string packed = packer.pack(
      "the quick brown fox jumps over the lazy dog, twice, "
      "the quick brown fox jumps over the lazy dog");
  for (size_t length = 0; length < packed.size(); ++length) {
    EXPECT_FALSE(unpacker.unpack(packed.substr(0, length), kMost, buffer)) << length;
  }
  EXPECT_FALSE(unpacker.unpack("no frame", kMost, buffer));
}

TEST(PackedText, a_text_above_the_limit_is_not_unpacked) {
  const TextPacker packer;
  const TextUnpacker unpacker;
  std::string buffer;
  EXPECT_FALSE(unpacker.unpack(packer.pack(std::string(1001, 'x')), 1000, buffer));
  EXPECT_TRUE(unpacker.unpack(packer.pack(std::string(1000, 'x')), 1000, buffer));
}

}  // namespace
}  // namespace doppel::codec
