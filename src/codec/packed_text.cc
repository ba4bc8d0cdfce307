// Tested by packed_text_test.cc.
#include "codec/packed_text.h"

#include <zstd.h>

#include <new>

#include "base/object_pool.h"

namespace doppel::codec {
namespace {

constexpr int kLevel = 1;

struct Compressor {
  Compressor() : context(ZSTD_createCCtx()) {
    if (context == nullptr) throw std::bad_alloc();
  }
  ~Compressor() { ZSTD_freeCCtx(context); }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  ZSTD_CCtx* context;
};

struct Decompressor {
  Decompressor() : context(ZSTD_createDCtx()) {
    if (context == nullptr) throw std::bad_alloc();
  }
  ~Decompressor() { ZSTD_freeDCtx(context); }
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  ZSTD_DCtx* context;
};

Status damaged() { return corrupt("a compressed text is damaged"); }

}  // namespace

struct TextPacker::Contexts : ObjectPool<Compressor> {};
struct TextUnpacker::Contexts : ObjectPool<Decompressor> {};

TextPacker::TextPacker() : contexts_(std::make_unique<Contexts>()) {}
TextPacker::~TextPacker() = default;
TextUnpacker::TextUnpacker() : contexts_(std::make_unique<Contexts>()) {}
TextUnpacker::~TextUnpacker() = default;

std::string TextPacker::pack(std::string_view text) const {
  auto compressor = contexts_->take([] { return std::make_unique<Compressor>(); });
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const size_t bytes = ZSTD_compressCCtx(compressor->context, out.data(), out.size(), text.data(),
                                         text.size(), kLevel);
  contexts_->give(std::move(compressor));
  if (ZSTD_isError(bytes) != 0) throw std::bad_alloc();  // the room is large enough
  out.resize(bytes);
  return out;
}

Result<std::string_view> TextUnpacker::unpack(std::string_view packed, uint64_t most_bytes,
                                              std::string& buffer) const {
  const unsigned long long bytes = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (bytes == ZSTD_CONTENTSIZE_ERROR || bytes == ZSTD_CONTENTSIZE_UNKNOWN || bytes > most_bytes) {
    return damaged();
  }
  if (buffer.size() < bytes) buffer.resize(bytes);
  auto decompressor = contexts_->take([] { return std::make_unique<Decompressor>(); });
  const size_t done = ZSTD_decompressDCtx(decompressor->context, buffer.data(), bytes,
                                          packed.data(), packed.size());
  contexts_->give(std::move(decompressor));
  if (ZSTD_isError(done) != 0 || done != bytes) return damaged();
  return std::string_view(buffer).substr(0, bytes);
}

}  // namespace doppel::codec
