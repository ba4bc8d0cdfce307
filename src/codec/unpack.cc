#include "codec/unpack.h"

#include <libdeflate.h>
#include <lz4frame.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "base/allocated.h"

namespace doppel::codec {
namespace {

constexpr int kMaxWindowLog = 27;  // 128 MiB, as for streams

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

// A buffer that grows by asking the caller for a larger one and copying its contents there.
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

Unpacked Unpacker::unpack(Compression compression, std::string_view packed, size_t first_guess,
                          size_t limit, const RoomFn& room) {
  switch (compression) {
    case Compression::kGzip: return gzip(packed, first_guess, limit, room);
    case Compression::kZstd: return zstd(packed, first_guess, limit, room);
    case Compression::kLz4: return lz4(packed, first_guess, limit, room);
    case Compression::kNone: break;
  }
  return {};
}

size_t Unpacker::peek(Compression compression, std::string_view packed, std::span<char> into) {
  if (compression == Compression::kZstd) {
    ZSTD_DCtx_reset(decoders_->zstd.get(), ZSTD_reset_session_only);
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    size_t left = ZSTD_decompressStream(decoders_->zstd.get(), &out, &in);
    return ZSTD_isError(left) ? 0 : out.pos;
  }
  if (compression != Compression::kLz4) return 0;
  LZ4F_resetDecompressionContext(decoders_->lz4.get());
  size_t in = packed.size(), out = into.size();
  size_t hint =
      LZ4F_decompress(decoders_->lz4.get(), into.data(), &out, packed.data(), &in, nullptr);
  return LZ4F_isError(hint) ? 0 : out;
}

// libdeflate reports only that the room is too small, so it starts again with twice as much.
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

}  // namespace doppel::codec
