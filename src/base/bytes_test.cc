#include "base/bytes.h"

#include <gtest/gtest.h>

namespace doppel {
namespace {

TEST(Bytes, what_was_written_is_read) {
  ByteWriter writer;
  writer.u8(7);
  writer.u32(0xDEADBEEF);
  writer.u64(0x0123456789ABCDEF);
  for (uint64_t v : {uint64_t{0}, uint64_t{127}, uint64_t{128}, uint64_t{300}, UINT64_MAX}) {
    writer.varint(v);
  }
  writer.string("");
  writer.string(std::string("a\0b", 3));
  ByteReader reader(writer.bytes());
  EXPECT_EQ(reader.u8(), 7);
  EXPECT_EQ(reader.u32(), 0xDEADBEEFU);
  EXPECT_EQ(reader.u64(), 0x0123456789ABCDEFU);
  for (uint64_t v : {uint64_t{0}, uint64_t{127}, uint64_t{128}, uint64_t{300}, UINT64_MAX}) {
    EXPECT_EQ(reader.varint(), v);
  }
  EXPECT_EQ(reader.string(), "");
  EXPECT_EQ(reader.string(), std::string_view("a\0b", 3));
  EXPECT_TRUE(reader.done());
}

TEST(Bytes, the_layout_is_little_endian) {
  ByteWriter writer;
  writer.u32(1);
  writer.varint(300);
  EXPECT_EQ(writer.bytes(), std::string("\x01\0\0\0\xAC\x02", 6));
}

TEST(Bytes, every_cut_of_a_record_fails_and_stays_failed) {
  ByteWriter writer;
  writer.u64(42);
  writer.string("hello");
  for (size_t size = 0; size < writer.bytes().size(); ++size) {
    ByteReader reader(std::string_view(writer.bytes()).substr(0, size));
    reader.u64();
    reader.string();
    EXPECT_FALSE(reader.ok()) << size;
    EXPECT_EQ(reader.u8(), 0);
    EXPECT_FALSE(reader.done());
  }
}

TEST(Bytes, a_varint_of_more_than_64_bits_fails) {
  ByteReader long_one(std::string_view("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x02"));
  long_one.varint();
  EXPECT_FALSE(long_one.ok());
  ByteReader endless(std::string_view("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"));
  endless.varint();
  EXPECT_FALSE(endless.ok());
}

TEST(Bytes, a_string_longer_than_the_rest_fails) {
  ByteReader reader(std::string_view("\xFF\xFF\xFF\xFF\x0Fxyz"));
  EXPECT_EQ(reader.string(), "");
  EXPECT_FALSE(reader.ok());
}

}  // namespace
}  // namespace doppel
