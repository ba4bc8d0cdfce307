// Codecs that cannot be created, because memory has run out, are told as that. The libraries'
// functions are replaced by these here, which fail when they are asked to.
#include <brotli/decode.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <libdeflate.h>
#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include <new>
#include <string>
#include <utility>

#include "codec/byte_stream.h"
#include "codec/content_decoder.h"
#include "codec/member_stream.h"
#include "codec/output_file.h"
#include "codec/pack.h"
#include "support/packed.h"
#include "support/temp_folder.h"

namespace {

std::string failing;  // the function that fails

bool fails(const char* name) { return failing == name; }

template <typename Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {
libdeflate_decompressor* libdeflate_alloc_decompressor() {
  static auto next = real<libdeflate_decompressor* (*)()>("libdeflate_alloc_decompressor");
  return fails("libdeflate_alloc_decompressor") ? nullptr : next();
}
libdeflate_compressor* libdeflate_alloc_compressor(int level) {
  static auto next = real<libdeflate_compressor* (*)(int)>("libdeflate_alloc_compressor");
  return fails("libdeflate_alloc_compressor") ? nullptr : next(level);
}
ZSTD_DCtx* ZSTD_createDCtx() {
  static auto next = real<ZSTD_DCtx* (*)()>("ZSTD_createDCtx");
  return fails("ZSTD_createDCtx") ? nullptr : next();
}
ZSTD_CCtx* ZSTD_createCCtx() {
  static auto next = real<ZSTD_CCtx* (*)()>("ZSTD_createCCtx");
  return fails("ZSTD_createCCtx") ? nullptr : next();
}
LZ4F_errorCode_t LZ4F_createDecompressionContext(LZ4F_dctx** context, unsigned version) {
  static auto next =
      real<LZ4F_errorCode_t (*)(LZ4F_dctx**, unsigned)>("LZ4F_createDecompressionContext");
  if (!fails("LZ4F_createDecompressionContext")) return next(context, version);
  *context = nullptr;
  return static_cast<LZ4F_errorCode_t>(-9);
}
ZSTD_DStream* ZSTD_createDStream() {
  static auto next = real<ZSTD_DStream* (*)()>("ZSTD_createDStream");
  return fails("ZSTD_createDStream") ? nullptr : next();
}
LZ4F_errorCode_t LZ4F_createCompressionContext(LZ4F_cctx** context, unsigned version) {
  static auto next =
      real<decltype(&LZ4F_createCompressionContext)>("LZ4F_createCompressionContext");
  return fails("LZ4F_createCompressionContext") ? static_cast<LZ4F_errorCode_t>(-9)
                                                : next(context, version);
}
int deflateInit2_(z_streamp stream, int level, int method, int bits, int memory, int strategy,
                  const char* version, int size) {
  static auto next = real<decltype(&deflateInit2_)>("deflateInit2_");
  if (fails("deflateInit2_")) return Z_MEM_ERROR;
  return next(stream, level, method, bits, memory, strategy, version, size);
}
int inflateInit2_(z_streamp stream, int bits, const char* version, int size) {
  static auto next = real<int (*)(z_streamp, int, const char*, int)>("inflateInit2_");
  return fails("inflateInit2_") ? Z_MEM_ERROR : next(stream, bits, version, size);
}
BrotliDecoderState* BrotliDecoderCreateInstance(brotli_alloc_func allocate, brotli_free_func free,
                                                void* opaque) {
  static auto next = real<decltype(&BrotliDecoderCreateInstance)>("BrotliDecoderCreateInstance");
  return fails("BrotliDecoderCreateInstance") ? nullptr : next(allocate, free, opaque);
}
}

namespace doppel::codec {
namespace {

using support::TempFolder;
using support::zstd;

class FailingCodecs : public testing::Test {
 protected:
  ~FailingCodecs() override { failing.clear(); }

  static void decode(std::string_view coding, std::string_view bytes) {
    std::string memory;
    ContentDecoder().decode(coding, bytes, 1 << 20, [&](size_t n) {
      memory.resize(n);
      return Unpacker::Room{memory.data(), n};
    });
  }
};

TEST_F(FailingCodecs, to_unpack_are_memory_that_ran_out) {
  for (const char* name :
       {"libdeflate_alloc_decompressor", "ZSTD_createDCtx", "LZ4F_createDecompressionContext"}) {
    failing = name;
    EXPECT_THROW(Unpacker(), std::bad_alloc) << name;
  }
  failing = "inflateInit2_";
  EXPECT_THROW(MemberStream(), std::bad_alloc);
}

TEST_F(FailingCodecs, to_pack_are_memory_that_ran_out) {
  failing = "libdeflate_alloc_compressor";
  EXPECT_THROW(Packer{Compression::kGzip}, std::bad_alloc);
  failing = "ZSTD_createCCtx";
  EXPECT_THROW(Packer{Compression::kZstd}, std::bad_alloc);
}

// Not "the bytes as they came": what a page says must not depend on the memory that is free.
TEST_F(FailingCodecs, of_contents_are_memory_that_ran_out) {
  failing = "BrotliDecoderCreateInstance";
  EXPECT_THROW(decode("br", "bytes"), std::bad_alloc);
  failing = "inflateInit2_";
  EXPECT_THROW(decode("deflate", "bytes"), std::bad_alloc);
  failing = "ZSTD_createDCtx";
  EXPECT_THROW(decode("zstd", "bytes"), std::bad_alloc);
}

TEST_F(FailingCodecs, of_a_file_that_is_written_are_an_error) {
  TempFolder folder;
  const std::pair<const char*, Compression> cases[] = {
      {"deflateInit2_", Compression::kGzip},
      {"ZSTD_createCCtx", Compression::kZstd},
      {"LZ4F_createCompressionContext", Compression::kLz4}};
  for (const auto& [name, compression] : cases) {
    failing = name;
    auto file = OutputFile::create(folder.path("x"), compression);
    ASSERT_FALSE(file.has_value()) << name;
    EXPECT_EQ(file.error().message(), out_of_memory().message());
    failing.clear();
    EXPECT_TRUE(OutputFile::create(folder.path("x"), compression).has_value());
  }
}

TEST_F(FailingCodecs, of_a_stream_are_memory_that_ran_out) {
  const std::string lz4("\x04\x22\x4d\x18 and more", 13);
  const std::pair<const char*, std::string> cases[] = {{"ZSTD_createDStream", zstd("text")},
                                                       {"LZ4F_createDecompressionContext", lz4}};
  for (const auto& [name, bytes] : cases) {
    failing = name;
    EXPECT_THROW((void)open_stream(io::memory_source(bytes)), std::bad_alloc) << name;
    failing.clear();
    EXPECT_TRUE(open_stream(io::memory_source(bytes)).has_value());
  }
}

}  // namespace
}  // namespace doppel::codec
