#include "codec/pack.h"

#include <libdeflate.h>
#include <lz4frame.h>
#include <zstd.h>

#include "base/allocated.h"
#include "codec/short_member.h"

namespace doppel::codec {
namespace {

constexpr int kGzipLevel = 6;
constexpr int kZstdLevel = 3;

struct FreeDeflate {
  void operator()(libdeflate_compressor* c) const { libdeflate_free_compressor(c); }
};
struct FreeZstd {
  void operator()(ZSTD_CCtx* c) const { ZSTD_freeCCtx(c); }
};

LZ4F_preferences_t lz4_preferences(size_t size) {
  LZ4F_preferences_t preferences{};
  preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  preferences.frameInfo.contentSize = size;
  return preferences;
}

}  // namespace

struct Packer::Encoders {
  std::unique_ptr<libdeflate_compressor, FreeDeflate> deflate;
  std::unique_ptr<ZSTD_CCtx, FreeZstd> zstd;
};

Packer::Packer(Compression compression)
    : compression_(compression), encoders_(std::make_unique<Encoders>()) {
  if (compression == Compression::kGzip) {
    encoders_->deflate.reset(allocated(libdeflate_alloc_compressor(kGzipLevel)));
  }
  if (compression == Compression::kZstd) {
    encoders_->zstd.reset(allocated(ZSTD_createCCtx()));
    ZSTD_CCtx_setParameter(encoders_->zstd.get(), ZSTD_c_compressionLevel, kZstdLevel);
    ZSTD_CCtx_setParameter(encoders_->zstd.get(), ZSTD_c_checksumFlag, 1);
  }
}
Packer::~Packer() = default;
Packer::Packer(Packer&&) noexcept = default;
Packer& Packer::operator=(Packer&&) noexcept = default;

void Packer::set_dictionary(std::string_view dictionary) {
  if (compression_ != Compression::kZstd) return;
  ZSTD_CCtx_loadDictionary(encoders_->zstd.get(), dictionary.data(), dictionary.size());
}

void Packer::pack(std::string_view record, std::string& out) {
  size_t begin = out.size(), size = 0;
  switch (compression_) {
    case Compression::kNone: out.append(record); return;
    case Compression::kGzip:
      if (record.size() <= kMostShortBytes) return append_short_member(record, out);
      out.resize(begin + libdeflate_gzip_compress_bound(encoders_->deflate.get(), record.size()));
      size = libdeflate_gzip_compress(encoders_->deflate.get(), record.data(), record.size(),
                                      out.data() + begin, out.size() - begin);
      break;
    case Compression::kZstd:
      out.resize(begin + ZSTD_compressBound(record.size()));
      size = ZSTD_compress2(encoders_->zstd.get(), out.data() + begin, out.size() - begin,
                            record.data(), record.size());
      break;
    case Compression::kLz4: {
      LZ4F_preferences_t preferences = lz4_preferences(record.size());
      out.resize(begin + LZ4F_compressFrameBound(record.size(), &preferences));
      size = LZ4F_compressFrame(out.data() + begin, out.size() - begin, record.data(),
                                record.size(), &preferences);
      break;
    }
  }
  out.resize(begin + size);
}

}  // namespace doppel::codec
