#include "codec/pack.h"

#include <gtest/gtest.h>

#include <vector>

#include "codec/frame_length.h"

namespace doppel::codec {
namespace {

size_t length_of_frame(Compression compression, std::string_view file) {
  io::MemoryBytes bytes(file);
  return frame_length(compression, bytes, 0);
}

std::string dictionary_of(std::string_view file) {
  io::MemoryBytes bytes(file);
  return warc_dictionary(bytes);
}

constexpr Compression kPacked[] = {Compression::kGzip, Compression::kZstd, Compression::kLz4};

// Unpacks into memory of exactly the size asked for.
struct Memory {
  std::vector<std::string> blocks;
  Unpacker::RoomFn room = [this](size_t n) {
    blocks.emplace_back(n, '\0');
    return Unpacker::Room{blocks.back().data(), n};
  };
};

std::string text(size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += "line " + std::to_string(out.size() * 7919 % 10007) + "\n";
  out.resize(bytes);
  return out;
}

std::string packed(Compression compression, std::string_view bytes) {
  std::string out;
  Packer(compression).pack(bytes, out);
  return out;
}

TEST(Pack, what_is_packed_is_unpacked_and_its_end_is_found) {
  for (Compression compression : kPacked) {
    for (size_t size : {size_t{0}, size_t{1}, size_t{100'000}, size_t{3'000'000}}) {
      std::string member = packed(compression, text(size));
      EXPECT_EQ(compression_of_bytes(member), compression);
      Memory memory;
      Unpacked out =
          Unpacker().unpack(compression, member + "what follows", 64, size_t{1} << 24, memory.room);
      EXPECT_EQ(out.end, UnpackEnd::kWhole);
      EXPECT_EQ(out.bytes, text(size));
      EXPECT_EQ(out.consumed, member.size());
      if (compression != Compression::kGzip) {
        EXPECT_EQ(length_of_frame(compression, member + "x"), member.size());
      }
    }
  }
}

TEST(Pack, a_bomb_stops_at_the_limit) {
  for (Compression compression : kPacked) {
    std::string member = packed(compression, std::string(10'000'000, 'a'));
    Memory memory;
    Unpacked out = Unpacker().unpack(compression, member, 64, 1'000'000, memory.room);
    EXPECT_EQ(out.end, UnpackEnd::kTooLarge);
    for (const std::string& block : memory.blocks) EXPECT_LE(block.size(), 1'000'000u);
  }
}

TEST(Pack, every_cut_and_every_flipped_byte_is_broken_or_harmless) {
  std::string plain = text(500);
  for (Compression compression : kPacked) {
    std::string member = packed(compression, plain);
    Unpacker unpacker;
    for (size_t i = 0; i < member.size(); ++i) {
      Memory memory;
      std::string_view cut = std::string_view(member).substr(0, i);
      EXPECT_EQ(unpacker.unpack(compression, cut, 1000, 5000, memory.room).end, UnpackEnd::kBroken)
          << i;
      EXPECT_EQ(length_of_frame(compression, cut), 0u);
      std::string flipped = member;
      flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
      Unpacked out = unpacker.unpack(compression, flipped, 1000, 5000, memory.room);
      if (out.end == UnpackEnd::kWhole) {
        EXPECT_EQ(out.bytes, plain) << i;  // gzip's time stamp
      }
    }
  }
}

TEST(Pack, frames_with_a_dictionary) {
  std::string dictionary = text(4000);
  std::string frame("\x5d\x2a\x4d\x18\xa0\x0f\x00\x00", 8);
  EXPECT_EQ(dictionary_of(frame + dictionary + "x"), dictionary);
  std::string small = packed(Compression::kZstd, dictionary);
  std::string packed_frame("\x5d\x2a\x4d\x18", 4);
  for (int shift = 0; shift < 32; shift += 8) {
    packed_frame.push_back(static_cast<char>(small.size() >> shift & 0xff));
  }
  EXPECT_EQ(dictionary_of(packed_frame + small), dictionary);
  EXPECT_EQ(dictionary_of(frame), "");
  EXPECT_EQ(dictionary_of(small), "");

  Packer packer(Compression::kZstd);
  packer.set_dictionary(dictionary);
  std::string member;
  packer.pack(text(3000), member);
  EXPECT_LT(member.size(), packed(Compression::kZstd, text(3000)).size() / 2);
  Unpacker unpacker;
  ASSERT_TRUE(unpacker.set_dictionary(dictionary));
  Memory memory;
  EXPECT_EQ(unpacker.unpack(Compression::kZstd, member, 64, 5000, memory.room).bytes, text(3000));
}

}  // namespace
}  // namespace doppel::codec
