#include "codec/frame_length.h"

#include <array>

#include "codec/unpack.h"

namespace doppel::codec {
namespace {

constexpr uint32_t kZstdMagic = 0xfd2fb528;
constexpr uint32_t kLz4Magic = 0x184d2204;
constexpr uint32_t kSkippableMagic = 0x184d2a50;  // to ...5f
constexpr uint32_t kDictionaryMagic = 0x184d2a5d;
constexpr size_t kMaxDictionary = size_t{64} << 20;

uint32_t read_u32(std::string_view bytes) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value |= uint32_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  return value;
}

bool is_skippable(uint32_t magic) { return (magic & ~uint32_t{0xf}) == kSkippableMagic; }

// The length if all of it is in the file, else 0.
size_t if_whole(const io::ByteWindow& file, uint64_t at, uint64_t length) {
  return length <= file.size() - at ? static_cast<size_t>(length) : 0;
}

// Magic, length, content.
size_t skippable_length(io::ByteWindow& file, uint64_t at) {
  const std::string_view head = file.at(at, 8);
  if (head.size() < 8 || !is_skippable(read_u32(head))) return 0;
  return if_whole(file, at, uint64_t{8} + read_u32(head.substr(4)));
}

// Magic, FLG, BD, [content size 8], [dictionary id 4], HC, blocks with their sizes, 0, [checksum
// 4].
size_t lz4_frame_length(io::ByteWindow& file, uint64_t at) {
  const std::string_view head = file.at(at, 7);
  if (head.size() < 7 || read_u32(head) != kLz4Magic) return 0;
  auto flags = static_cast<uint8_t>(head[4]);
  bool block_checksum = flags & 0x10, content_size = flags & 0x08, content_checksum = flags & 0x04;
  bool dictionary = flags & 0x01;
  uint64_t length = 7 + (content_size ? 8 : 0) + (dictionary ? 4 : 0);
  while (true) {
    const std::string_view block = file.at(at + length, 4);
    if (block.size() < 4) return 0;
    uint32_t size = read_u32(block) & 0x7fffffff;
    length += 4;
    if (size == 0) return if_whole(file, at, length + (content_checksum ? 4 : 0));
    length += uint64_t{size} + (block_checksum ? 4 : 0);
  }
}

// Magic, descriptor, [window 1], [dictionary id 1, 2 or 4], [content size 1, 2, 4 or 8]; blocks,
// each of three bytes (last 1, type 2, size 21) and its content, which is one byte when it is
// repeated; [checksum 4] (RFC 8878, 3.1.1).
size_t zstd_frame_length(io::ByteWindow& file, uint64_t at) {
  constexpr uint8_t kReserved = 0x08, kOneSegment = 0x20, kChecksum = 0x04;
  const std::string_view head = file.at(at, 5);
  if (head.size() < 5 || read_u32(head) != kZstdMagic) return 0;
  const auto flags = static_cast<uint8_t>(head[4]);
  if (flags & kReserved) return 0;
  const bool one_segment = flags & kOneSegment;
  constexpr std::array<uint64_t, 4> kDictionaryBytes = {0, 1, 2, 4}, kSizeBytes = {0, 2, 4, 8};
  uint64_t length = 5 + (one_segment ? 0 : 1) + kDictionaryBytes[flags & 3];
  length += flags >> 6 == 0 && one_segment ? 1 : kSizeBytes[flags >> 6];
  while (true) {
    constexpr uint32_t kRepeated = 1, kNoType = 3;
    const std::string_view block = file.at(at + length, 3);
    if (block.size() < 3) return 0;
    uint32_t header = 0;
    for (size_t i = 0; i < 3; ++i) header |= uint32_t{static_cast<uint8_t>(block[i])} << (8 * i);
    const uint32_t type = header >> 1 & 3;
    if (type == kNoType) return 0;
    length += 3 + (type == kRepeated ? 1 : header >> 3);
    if (header & 1) return if_whole(file, at, length + (flags & kChecksum ? 4 : 0));
  }
}

}  // namespace

size_t frame_length(Compression compression, io::ByteWindow& file, uint64_t at) {
  if (size_t length = skippable_length(file, at)) return length;
  if (compression == Compression::kLz4) return lz4_frame_length(file, at);
  return compression == Compression::kZstd ? zstd_frame_length(file, at) : 0;
}

std::string warc_dictionary(io::ByteWindow& file) {
  const std::string_view head = file.at(0, 8);
  if (head.size() < 8 || read_u32(head) != kDictionaryMagic) return {};
  size_t length = skippable_length(file, 0);
  if (length == 0 || length > kMaxDictionary) return {};
  const std::string_view frame = file.at(0, length);
  if (frame.size() < length) return {};
  const std::string_view content = frame.substr(8, length - 8);
  if (content.size() < 4 || read_u32(content) != kZstdMagic) return std::string(content);
  std::string out;
  Unpacked plain = Unpacker().unpack(Compression::kZstd, content, 4 * content.size(),
                                     kMaxDictionary, [&](size_t n) {
                                       out.resize(n);
                                       return Unpacker::Room{out.data(), n};
                                     });
  out.resize(plain.bytes.size());
  return out;
}

}  // namespace doppel::codec
