#include "archive/unpack.h"

#include <libdeflate.h>
#include <lz4frame.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/allocated.h"

namespace doppel::archive {
namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr uint32_t kZstdMagic = 0xfd2fb528;
constexpr uint32_t kLz4Magic = 0x184d2204;
constexpr uint32_t kSkippableMagic = 0x184d2a50;  // to ...5f
constexpr uint32_t kDictionaryMagic = 0x184d2a5d;
constexpr int kMaxWindowLog = 27;  // 128 MiB, as for streams
constexpr size_t kMaxDictionary = size_t{64} << 20;

uint32_t read_u32(std::string_view bytes) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value |= uint32_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  return value;
}

bool is_skippable(uint32_t magic) { return (magic & ~uint32_t{0xf}) == kSkippableMagic; }

// The length if the file goes so far, else 0.
size_t if_whole(const ByteWindow& file, uint64_t at, uint64_t length) {
  return length <= file.size() - at ? static_cast<size_t>(length) : 0;
}

// Magic, length, content.
size_t skippable_length(ByteWindow& file, uint64_t at) {
  const std::string_view head = file.at(at, 8);
  if (head.size() < 8 || !is_skippable(read_u32(head))) return 0;
  return if_whole(file, at, uint64_t{8} + read_u32(head.substr(4)));
}

// Magic, FLG, BD, [content size 8], [dictionary id 4], HC, blocks with their sizes, 0, [checksum
// 4].
size_t lz4_frame_length(ByteWindow& file, uint64_t at) {
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
size_t zstd_frame_length(ByteWindow& file, uint64_t at) {
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

struct FreeDeflate {
  void operator()(libdeflate_decompressor* d) const { libdeflate_free_decompressor(d); }
};
struct FreeZstd {
  void operator()(ZSTD_DCtx* d) const { ZSTD_freeDCtx(d); }
};
struct FreeLz4 {
  void operator()(LZ4F_dctx* d) const { LZ4F_freeDecompressionContext(d); }
};

LZ4F_dctx* new_lz4() {
  LZ4F_dctx* out = nullptr;
  LZ4F_createDecompressionContext(&out, LZ4F_VERSION);
  return allocated(out);
}

// A buffer that grows by asking for a new one and carrying over what is in it.
class GrowingRoom {
 public:
  GrowingRoom(const Unpacker::RoomFn& room, size_t guess, size_t limit)
      : ask_(room), limit_(limit), room_(room(std::min(std::max<size_t>(guess, 1), limit))) {
    room_.size = std::min(room_.size, limit);
  }

  Unpacker::Room& room() { return room_; }

  // False: the limit is reached.
  bool grow(size_t used) {
    if (room_.size >= limit_) return false;
    std::string held(room_.data, used);
    room_ = ask_(std::min(2 * std::max<size_t>(room_.size, 4096), limit_));
    room_.size = std::min(room_.size, limit_);
    std::memcpy(room_.data, held.data(), used);
    return true;
  }

 private:
  const Unpacker::RoomFn& ask_;
  size_t limit_;
  Unpacker::Room room_;
};

}  // namespace

struct Unpacker::Decoders {
  std::unique_ptr<libdeflate_decompressor, FreeDeflate> deflate{
      allocated(libdeflate_alloc_decompressor())};
  std::unique_ptr<ZSTD_DCtx, FreeZstd> zstd{allocated(ZSTD_createDCtx())};
  std::unique_ptr<LZ4F_dctx, FreeLz4> lz4{new_lz4()};
};

Packing packing_of(std::string_view head) {
  if (head.starts_with(kGzipMagic)) return Packing::kGzip;
  if (head.size() < 4) return Packing::kPlain;
  uint32_t magic = read_u32(head);
  if (magic == kZstdMagic || is_skippable(magic)) return Packing::kZstd;
  return magic == kLz4Magic ? Packing::kLz4 : Packing::kPlain;
}

Unpacker::Unpacker() : decoders_(std::make_unique<Decoders>()) {
  ZSTD_DCtx_setParameter(decoders_->zstd.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
}
Unpacker::~Unpacker() = default;
Unpacker::Unpacker(Unpacker&&) noexcept = default;
Unpacker& Unpacker::operator=(Unpacker&&) noexcept = default;

bool Unpacker::set_dictionary(std::string_view dictionary) {
  return !ZSTD_isError(
      ZSTD_DCtx_loadDictionary(decoders_->zstd.get(), dictionary.data(), dictionary.size()));
}

Unpacked Unpacker::unpack(Packing packing, std::string_view packed, size_t first_guess,
                          size_t limit, const RoomFn& room) {
  switch (packing) {
    case Packing::kGzip: return gzip(packed, first_guess, limit, room);
    case Packing::kZstd: return zstd(packed, first_guess, limit, room);
    case Packing::kLz4: return lz4(packed, first_guess, limit, room);
    case Packing::kPlain: break;
  }
  return {};
}

size_t Unpacker::peek(Packing packing, std::string_view packed, std::span<char> into) {
  if (packing == Packing::kZstd) {
    ZSTD_DCtx_reset(decoders_->zstd.get(), ZSTD_reset_session_only);
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    size_t left = ZSTD_decompressStream(decoders_->zstd.get(), &out, &in);
    return ZSTD_isError(left) ? 0 : out.pos;
  }
  if (packing != Packing::kLz4) return 0;
  LZ4F_resetDecompressionContext(decoders_->lz4.get());
  size_t in = packed.size(), out = into.size();
  size_t hint =
      LZ4F_decompress(decoders_->lz4.get(), into.data(), &out, packed.data(), &in, nullptr);
  return LZ4F_isError(hint) ? 0 : out;
}

// libdeflate says only that the room is too small: it begins again with twice as much.
Unpacked Unpacker::gzip(std::string_view packed, size_t guess, size_t limit, const RoomFn& room) {
  size_t want = std::min(std::max<size_t>(guess, 1), limit);
  while (true) {
    Room into = room(want);
    into.size = std::min(into.size, limit);
    size_t consumed = 0, written = 0;
    libdeflate_result result =
        libdeflate_gzip_decompress_ex(decoders_->deflate.get(), packed.data(), packed.size(),
                                      into.data, into.size, &consumed, &written);
    if (result == LIBDEFLATE_SUCCESS) return {UnpackEnd::kWhole, {into.data, written}, consumed};
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE) return {UnpackEnd::kBroken, {}, 0};
    if (into.size >= limit) return {UnpackEnd::kTooLarge, {}, 0};
    want = std::min(2 * into.size, limit);
  }
}

Unpacked Unpacker::zstd(std::string_view packed, size_t guess, size_t limit, const RoomFn& room) {
  ZSTD_DCtx* decoder = decoders_->zstd.get();
  ZSTD_DCtx_reset(decoder, ZSTD_reset_session_only);
  unsigned long long stated = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (stated < limit) guess = std::max(guess, static_cast<size_t>(stated));
  GrowingRoom growing(room, guess, limit);
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  ZSTD_outBuffer out{growing.room().data, growing.room().size, 0};
  while (true) {
    size_t before = in.pos + out.pos;
    size_t left = ZSTD_decompressStream(decoder, &out, &in);
    if (ZSTD_isError(left)) return {UnpackEnd::kBroken, {}, in.pos, out.pos};
    if (left == 0) return {UnpackEnd::kWhole, {growing.room().data, out.pos}, in.pos};
    if (out.pos == out.size) {
      if (!growing.grow(out.pos)) return {UnpackEnd::kTooLarge, {}, 0};
      out.dst = growing.room().data;
      out.size = growing.room().size;
    } else if (in.pos == in.size && in.pos + out.pos == before) {
      return {UnpackEnd::kBroken, {}, in.pos, out.pos};
    }
  }
}

Unpacked Unpacker::lz4(std::string_view packed, size_t guess, size_t limit, const RoomFn& room) {
  LZ4F_dctx* decoder = decoders_->lz4.get();
  LZ4F_resetDecompressionContext(decoder);
  GrowingRoom growing(room, guess, limit);
  size_t used = 0, at = 0;
  while (true) {
    size_t in = packed.size() - at, out = growing.room().size - used;
    size_t hint = LZ4F_decompress(decoder, growing.room().data + used, &out, packed.data() + at,
                                  &in, nullptr);
    if (LZ4F_isError(hint)) return {UnpackEnd::kBroken, {}, at, used};
    at += in;
    used += out;
    if (hint == 0) return {UnpackEnd::kWhole, {growing.room().data, used}, at};
    if (used == growing.room().size) {
      if (!growing.grow(used)) return {UnpackEnd::kTooLarge, {}, 0};
    } else if (in == 0 && out == 0) {
      return {UnpackEnd::kBroken, {}, at, used};
    }
  }
}

size_t frame_length(Packing packing, ByteWindow& file, uint64_t at) {
  if (size_t length = skippable_length(file, at)) return length;
  if (packing == Packing::kLz4) return lz4_frame_length(file, at);
  return packing == Packing::kZstd ? zstd_frame_length(file, at) : 0;
}

std::string warc_dictionary(ByteWindow& file) {
  const std::string_view head = file.at(0, 8);
  if (head.size() < 8 || read_u32(head) != kDictionaryMagic) return {};
  size_t length = skippable_length(file, 0);
  if (length == 0 || length > kMaxDictionary) return {};
  const std::string_view frame = file.at(0, length);
  if (frame.size() < length) return {};
  const std::string_view content = frame.substr(8, length - 8);
  if (content.size() < 4 || read_u32(content) != kZstdMagic) return std::string(content);
  std::string out;
  Unpacked plain =
      Unpacker().unpack(Packing::kZstd, content, 4 * content.size(), kMaxDictionary, [&](size_t n) {
        out.resize(n);
        return Unpacker::Room{out.data(), n};
      });
  out.resize(plain.bytes.size());
  return out;
}

}  // namespace doppel::archive
