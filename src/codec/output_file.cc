#include "codec/output_file.h"

#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "io/file.h"

namespace doppel::codec {
namespace {

constexpr size_t kBufferBytes = size_t{256} << 10;
constexpr uint64_t kSyncBytes = uint64_t{4} << 20;
constexpr int kGzipLevel = 6;
constexpr int kZstdLevel = 3;

}  // namespace

// The destination of the bytes: a codec writes into buffer_, and flush_buffer() writes to the file.
class OutputSink {
 public:
  explicit OutputSink(io::File file) : file_(std::move(file)), buffer_(kBufferBytes) {}
  virtual ~OutputSink() = default;

  // Makes the codec. Call once, first.
  virtual Status begin() { return {}; }
  virtual Status write(std::string_view bytes) = 0;
  virtual Status finish() = 0;

 protected:
  std::span<char> room() { return std::span(buffer_).subspan(used_); }

  // The codec has filled the first bytes of room().
  Status filled(size_t bytes) {
    used_ += bytes;
    return used_ == buffer_.size() ? flush_buffer() : Status();
  }

  Status flush_buffer() {
    Status s = file_.write({buffer_.data(), used_});
    written_ += used_;
    used_ = 0;
    if (written_ - syncing_ >= kSyncBytes) {
      file_.begin_sync(syncing_, written_ - syncing_);
      syncing_ = written_;
    }
    return s;
  }

  Status finish_file() {
    if (Status s = flush_buffer(); !s.ok()) return s;
    if (Status s = file_.sync(); !s.ok()) return s;
    return file_.close();
  }

 private:
  io::File file_;
  std::vector<char> buffer_;
  size_t used_ = 0;
  uint64_t written_ = 0;  // to the file
  uint64_t syncing_ = 0;  // of them, on their way to stable storage
};

namespace {

class PlainSink : public OutputSink {
 public:
  using OutputSink::OutputSink;

  Status write(std::string_view bytes) override {
    while (!bytes.empty()) {
      size_t n = std::min(bytes.size(), room().size());
      std::copy_n(bytes.begin(), n, room().begin());
      bytes.remove_prefix(n);
      if (Status s = filled(n); !s.ok()) return s;
    }
    return {};
  }

  Status finish() override { return finish_file(); }
};

class GzipSink : public OutputSink {
 public:
  using OutputSink::OutputSink;
  ~GzipSink() override { deflateEnd(&deflate_); }

  Status begin() override {
    constexpr int kGzipWrapper = 16;
    constexpr int kMemoryLevel = 8;
    int code = deflateInit2(&deflate_, kGzipLevel, Z_DEFLATED, MAX_WBITS + kGzipWrapper,
                            kMemoryLevel, Z_DEFAULT_STRATEGY);
    return code == Z_OK ? Status() : out_of_memory();
  }

  Status write(std::string_view bytes) override {
    constexpr size_t kMostAtOnce = size_t{1} << 30;  // zlib counts in 32 bits
    while (!bytes.empty()) {
      size_t n = std::min(bytes.size(), kMostAtOnce);
      deflate_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      deflate_.avail_in = static_cast<uInt>(n);
      while (deflate_.avail_in > 0) {
        if (Status s = step(Z_NO_FLUSH); !s.ok()) return s;
      }
      bytes.remove_prefix(n);
    }
    return {};
  }

  Status finish() override {
    while (!done_) {
      if (Status s = step(Z_FINISH); !s.ok()) return s;
    }
    return finish_file();
  }

 private:
  Status step(int flush) {
    std::span<char> into = room();
    deflate_.next_out = reinterpret_cast<Bytef*>(into.data());
    deflate_.avail_out = static_cast<uInt>(into.size());
    int code = deflate(&deflate_, flush);
    if (code != Z_OK && code != Z_STREAM_END) return io_error("gzip: compression failed");
    done_ = code == Z_STREAM_END;
    return filled(into.size() - deflate_.avail_out);
  }

  z_stream deflate_{};
  bool done_ = false;
};

class ZstdSink : public OutputSink {
 public:
  using OutputSink::OutputSink;
  ~ZstdSink() override { ZSTD_freeCCtx(encoder_); }

  Status begin() override {
    encoder_ = ZSTD_createCCtx();
    if (encoder_ == nullptr) return out_of_memory();
    ZSTD_CCtx_setParameter(encoder_, ZSTD_c_compressionLevel, kZstdLevel);
    ZSTD_CCtx_setParameter(encoder_, ZSTD_c_checksumFlag, 1);
    return {};
  }

  Status write(std::string_view bytes) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    while (in.pos < in.size) {
      if (Status s = step(in, ZSTD_e_continue); !s.ok()) return s;
    }
    return {};
  }

  Status finish() override {
    ZSTD_inBuffer in{nullptr, 0, 0};
    do {
      if (Status s = step(in, ZSTD_e_end); !s.ok()) return s;
    } while (left_ > 0);
    return finish_file();
  }

 private:
  Status step(ZSTD_inBuffer& in, ZSTD_EndDirective directive) {
    std::span<char> into = room();
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    left_ = ZSTD_compressStream2(encoder_, &out, &in, directive);
    if (ZSTD_isError(left_)) return io_error(std::string("zstd: ") + ZSTD_getErrorName(left_));
    return filled(out.pos);
  }

  ZSTD_CCtx* encoder_ = nullptr;
  size_t left_ = 0;  // bytes the encoder still holds
};

class Lz4Sink : public OutputSink {
 public:
  using OutputSink::OutputSink;
  ~Lz4Sink() override { LZ4F_freeCompressionContext(encoder_); }

  Status begin() override {
    if (LZ4F_isError(LZ4F_createCompressionContext(&encoder_, LZ4F_VERSION))) {
      encoder_ = nullptr;
      return out_of_memory();
    }
    preferences_.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
    packed_.resize(LZ4F_compressBound(kBufferBytes, &preferences_));
    pending_ = LZ4F_compressBegin(encoder_, packed_.data(), packed_.size(), &preferences_);
    return LZ4F_isError(pending_) ? out_of_memory() : Status();
  }

  Status write(std::string_view bytes) override {
    while (!bytes.empty()) {
      if (Status s = hand_over(); !s.ok()) return s;
      std::string_view part = bytes.substr(0, kBufferBytes);
      pending_ = LZ4F_compressUpdate(encoder_, packed_.data(), packed_.size(), part.data(),
                                     part.size(), nullptr);
      bytes.remove_prefix(part.size());
    }
    return {};
  }

  Status finish() override {
    if (Status s = hand_over(); !s.ok()) return s;
    pending_ = LZ4F_compressEnd(encoder_, packed_.data(), packed_.size(), nullptr);
    if (Status s = hand_over(); !s.ok()) return s;
    return finish_file();
  }

 private:
  // Moves the output of the encoder to the file's buffer.
  Status hand_over() {
    if (LZ4F_isError(pending_)) return io_error(std::string("lz4: ") + LZ4F_getErrorName(pending_));
    std::string_view made(packed_.data(), std::exchange(pending_, 0));
    while (!made.empty()) {
      size_t n = std::min(made.size(), room().size());
      std::copy_n(made.begin(), n, room().begin());
      made.remove_prefix(n);
      if (Status s = filled(n); !s.ok()) return s;
    }
    return {};
  }

  LZ4F_cctx* encoder_ = nullptr;
  LZ4F_preferences_t preferences_{};
  std::vector<char> packed_;
  size_t pending_ = 0;  // bytes of packed_
};

}  // namespace

Result<OutputFile> OutputFile::create(const std::string& path, Compression compression) {
  return over(io::File::create(path), compression);
}

Result<OutputFile> OutputFile::create_new(const std::string& path, Compression compression) {
  return over(io::File::create_new(path), compression);
}

Result<OutputFile> OutputFile::over(Result<io::File> file, Compression compression) {
  if (!file) return file.error();
  std::unique_ptr<OutputSink> sink;
  switch (compression) {
    case Compression::kNone: sink = std::make_unique<PlainSink>(*std::move(file)); break;
    case Compression::kGzip: sink = std::make_unique<GzipSink>(*std::move(file)); break;
    case Compression::kZstd: sink = std::make_unique<ZstdSink>(*std::move(file)); break;
    case Compression::kLz4: sink = std::make_unique<Lz4Sink>(*std::move(file)); break;
  }
  if (Status s = sink->begin(); !s.ok()) return s;
  return OutputFile(std::move(sink));
}

OutputFile::OutputFile(std::unique_ptr<OutputSink> sink) : sink_(std::move(sink)) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Status OutputFile::write(std::string_view bytes) { return sink_->write(bytes); }
Status OutputFile::finish() { return sink_->finish(); }

}  // namespace doppel::codec
