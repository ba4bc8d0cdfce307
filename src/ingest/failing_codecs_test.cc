// Codecs that cannot be created, because memory has run out, are told as that. The libraries'
// functions are replaced by these here, which fail when they are asked to.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include <new>

#include "ingest/byte_stream.h"
#include "ingest/output_file.h"
#include "ingest/test_files.h"

namespace {

bool failing = false;

template <typename Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

constexpr auto kNoMemory = static_cast<LZ4F_errorCode_t>(-9);

}  // namespace

extern "C" {
int deflateInit2_(z_streamp stream, int level, int method, int bits, int memory, int strategy,
                  const char* version, int size) {
  static auto next = real<decltype(&deflateInit2_)>("deflateInit2_");
  if (failing) return Z_MEM_ERROR;
  return next(stream, level, method, bits, memory, strategy, version, size);
}
ZSTD_CCtx* ZSTD_createCCtx() {
  static auto next = real<ZSTD_CCtx* (*)()>("ZSTD_createCCtx");
  return failing ? nullptr : next();
}
ZSTD_DStream* ZSTD_createDStream() {
  static auto next = real<ZSTD_DStream* (*)()>("ZSTD_createDStream");
  return failing ? nullptr : next();
}
LZ4F_errorCode_t LZ4F_createCompressionContext(LZ4F_cctx** context, unsigned version) {
  static auto next =
      real<decltype(&LZ4F_createCompressionContext)>("LZ4F_createCompressionContext");
  return failing ? kNoMemory : next(context, version);
}
LZ4F_errorCode_t LZ4F_createDecompressionContext(LZ4F_dctx** context, unsigned version) {
  static auto next =
      real<decltype(&LZ4F_createDecompressionContext)>("LZ4F_createDecompressionContext");
  return failing ? kNoMemory : next(context, version);
}
}

namespace doppel::ingest {
namespace {

class FailingCodecs : public testing::Test {
 protected:
  ~FailingCodecs() override { failing = false; }
};

TEST_F(FailingCodecs, of_a_file_that_is_written_are_an_error) {
  TempFolder folder;
  for (Compression compression : {Compression::kGzip, Compression::kZstd, Compression::kLz4}) {
    failing = true;
    auto file = OutputFile::create(folder.path("x"), compression);
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().message(), out_of_memory().message());
    failing = false;
    EXPECT_TRUE(OutputFile::create(folder.path("x"), compression).has_value());
  }
}

TEST_F(FailingCodecs, of_a_stream_are_memory_that_ran_out) {
  std::string lz4("\x04\x22\x4d\x18 and more", 13);
  for (const std::string& bytes : {zstd("text"), lz4}) {
    failing = true;
    EXPECT_THROW((void)open_stream(memory_source(bytes)), std::bad_alloc);
    failing = false;
    EXPECT_TRUE(open_stream(memory_source(bytes)).has_value());
  }
}

}  // namespace
}  // namespace doppel::ingest
