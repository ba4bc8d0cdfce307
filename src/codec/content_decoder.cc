// The whole-buffer decoders of Unpacker are tried first, because nearly every body is complete. A
// body that they refuse is given to a stream decoder, which returns everything before the damage.
//
// Tested by content_decoder_test.cc: every coding, every cut, and bytes that are not packed.
#include "codec/content_decoder.h"

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "base/allocated.h"
#include "base/ascii.h"

namespace doppel::codec {
namespace {

constexpr int kMaxCodings = 4;
constexpr size_t kFirstRoom = size_t{64} << 10;

// Frees a decoder of a C library, also when an exception is thrown because memory ran out.
template <typename T, auto Function>
struct End {
  void operator()(T* decoder) const { Function(decoder); }
};

enum class Step : uint8_t { kMore, kEnd, kBroken };

// Runs a stream decoder until it ends, fails or reaches the limit. `step(out, room, written)`
// decodes as much as fits in the room.
template <typename StepFn>
Decoded pull(std::string_view bytes, size_t limit, const Unpacker::RoomFn& room, StepFn step) {
  Unpacker::Room into = room(std::min(std::max(kFirstRoom, 4 * bytes.size()), limit));
  into.size = std::min(into.size, limit);
  size_t used = 0;
  while (true) {
    size_t written = 0;
    Step now = step(into.data + used, into.size - used, written);
    used += written;
    if (now == Step::kEnd) return {DecodeEnd::kWhole, {into.data, used}};
    bool full = used == into.size;
    if (now == Step::kBroken || (!full && written == 0)) {
      if (used == 0) return {DecodeEnd::kAsIs, bytes};
      return {DecodeEnd::kTruncated, {into.data, used}};
    }
    if (!full) continue;
    if (into.size >= limit) return {DecodeEnd::kTooLarge, {}};
    std::string held(into.data, used);
    into = room(std::min(2 * into.size, limit));
    into.size = std::min(into.size, limit);
    std::memcpy(into.data, held.data(), used);
  }
}

// zlib: gzip, zlib's own wrapper or bare deflate, by its window bits.
Decoded inflate_stream(std::string_view bytes, int window_bits, size_t limit,
                       const Unpacker::RoomFn& room) {
  z_stream z{};
  if (inflateInit2(&z, window_bits) != Z_OK) throw std::bad_alloc();
  std::unique_ptr<z_stream, End<z_stream, inflateEnd>> ends(&z);
  constexpr size_t kMostAtOnce = size_t{1} << 30;  // zlib counts in 32 bits
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(std::min(bytes.size(), kMostAtOnce));
  return pull(bytes, limit, room, [&](char* to, size_t size, size_t& written) {
    size_t space = std::min(size, kMostAtOnce);
    z.next_out = reinterpret_cast<Bytef*>(to);
    z.avail_out = static_cast<uInt>(space);
    int code = inflate(&z, Z_NO_FLUSH);
    written = space - z.avail_out;
    if (code == Z_STREAM_END) return Step::kEnd;
    return code == Z_OK ? Step::kMore : Step::kBroken;
  });
}

Decoded brotli_stream(std::string_view bytes, size_t limit, const Unpacker::RoomFn& room) {
  std::unique_ptr<BrotliDecoderState, End<BrotliDecoderState, BrotliDecoderDestroyInstance>> state(
      allocated(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)));
  size_t left = bytes.size();
  auto* next = reinterpret_cast<const uint8_t*>(bytes.data());
  return pull(bytes, limit, room, [&](char* to, size_t size, size_t& written) {
    auto* into = reinterpret_cast<uint8_t*>(to);
    size_t space = size;
    BrotliDecoderResult code =
        BrotliDecoderDecompressStream(state.get(), &left, &next, &space, &into, nullptr);
    written = size - space;
    if (code == BROTLI_DECODER_RESULT_SUCCESS) return Step::kEnd;
    return code == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT ? Step::kMore : Step::kBroken;
  });
}

Decoded zstd_stream(std::string_view bytes, size_t limit, const Unpacker::RoomFn& room) {
  std::unique_ptr<ZSTD_DCtx, End<ZSTD_DCtx, ZSTD_freeDCtx>> decoder(allocated(ZSTD_createDCtx()));
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  return pull(bytes, limit, room, [&](char* to, size_t size, size_t& written) {
    ZSTD_outBuffer into{to, size, 0};
    size_t left = ZSTD_decompressStream(decoder.get(), &into, &in);
    written = into.pos;
    if (left == 0) return Step::kEnd;
    return ZSTD_isError(left) ? Step::kBroken : Step::kMore;
  });
}

// "deflate" means zlib's wrapper to the standard and bare deflate to some servers.
Decoded deflate_either(std::string_view bytes, size_t limit, const Unpacker::RoomFn& room) {
  Decoded wrapped = inflate_stream(bytes, MAX_WBITS, limit, room);
  if (wrapped.end != DecodeEnd::kAsIs) return wrapped;
  return inflate_stream(bytes, -MAX_WBITS, limit, room);
}

}  // namespace

Decoded ContentDecoder::decode(std::string_view codings, std::string_view bytes, size_t limit,
                               const Unpacker::RoomFn& room) {
  Decoded out{DecodeEnd::kWhole, bytes};
  std::string held;
  for (int i = 0; i < kMaxCodings && !codings.empty(); ++i) {
    size_t comma = codings.find_last_of(',');
    std::string_view last = trim(comma == codings.npos ? codings : codings.substr(comma + 1));
    codings = comma == codings.npos ? std::string_view() : codings.substr(0, comma);
    if (last.empty() || equal_ignoring_case(last, "identity")) continue;
    if (i > 0) out.bytes = held = out.bytes;  // its buffer will be reused
    out = decode_one(last, out.bytes, limit, room);
    if (out.end != DecodeEnd::kWhole) break;
  }
  if (!held.empty() && out.bytes.data() == held.data()) {  // left as they are: out of `held`
    Unpacker::Room last = room(held.size());
    std::memcpy(last.data, held.data(), held.size());
    out.bytes = {last.data, held.size()};
  }
  return out;
}

Decoded ContentDecoder::decode_one(std::string_view coding, std::string_view bytes, size_t limit,
                                   const Unpacker::RoomFn& room) {
  if (bytes.empty()) return {DecodeEnd::kWhole, bytes};
  if (equal_ignoring_case(coding, "gzip") || equal_ignoring_case(coding, "x-gzip")) {
    if (compression_of_bytes(bytes) != Compression::kGzip) return {DecodeEnd::kAsIs, bytes};
    Unpacked whole = unpacker_.unpack(Compression::kGzip, bytes, 8 * bytes.size(), limit, room);
    if (whole.end == UnpackEnd::kWhole) return {DecodeEnd::kWhole, whole.bytes};
    if (whole.end == UnpackEnd::kTooLarge) return {DecodeEnd::kTooLarge, {}};
    constexpr int kGzipWrapper = 16;
    return inflate_stream(bytes, MAX_WBITS + kGzipWrapper, limit, room);
  }
  if (equal_ignoring_case(coding, "deflate")) return deflate_either(bytes, limit, room);
  if (equal_ignoring_case(coding, "br")) return brotli_stream(bytes, limit, room);
  if (equal_ignoring_case(coding, "zstd")) return zstd_stream(bytes, limit, room);
  return {DecodeEnd::kUnknown, bytes};
}

}  // namespace doppel::codec
