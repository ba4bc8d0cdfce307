#include "codec/byte_stream.h"

#include <algorithm>
#include <array>
#include <utility>

#include "codec/decoders.h"

namespace doppel::codec {
namespace {

constexpr size_t kChunkBytes = size_t{64} << 10;

class PlainStream : public ByteStream {
 public:
  PlainStream(std::unique_ptr<io::ByteSource> source, std::string_view head)
      : source_(std::move(source)), head_(head) {}

  Result<size_t> read(std::span<char> into) override {
    size_t n = std::min(head_.size(), into.size());
    std::copy_n(head_.begin(), n, into.begin());
    head_.erase(0, n);
    if (n == into.size()) return n;
    Result<size_t> more = source_->read(into.subspan(n));
    if (!more) return more;
    return n + *more;
  }

 private:
  std::unique_ptr<io::ByteSource> source_;
  std::string head_;  // taken from the source to look at the magic
};

class PrefixedStream : public ByteStream {
 public:
  PrefixedStream(std::string head, std::unique_ptr<ByteStream> stream)
      : head_(std::move(head)), stream_(std::move(stream)) {
    end_ = stream_->end();  // of a stream that ended inside its head
  }

  Result<size_t> read(std::span<char> into) override {
    size_t n = std::min(head_.size() - at_, into.size());
    std::copy_n(head_.begin() + static_cast<ptrdiff_t>(at_), n, into.begin());
    at_ += n;
    if (n == into.size()) return n;
    Result<size_t> more = stream_->read(into.subspan(n));
    if (!more) return more;
    end_ = stream_->end();
    return n + *more;
  }

 private:
  std::string head_;
  std::unique_ptr<ByteStream> stream_;
  size_t at_ = 0;
};

}  // namespace

RawInput::RawInput(std::unique_ptr<io::ByteSource> source, std::string_view head)
    : source_(std::move(source)), chunk_(kChunkBytes) {
  std::copy(head.begin(), head.end(), chunk_.begin());
  rest_ = {chunk_.data(), head.size()};
}

Status RawInput::refill() {
  if (!rest_.empty() || source_ended_) return {};
  Result<size_t> n = source_->read(chunk_);
  if (!n) return n.error();
  source_ended_ = *n < chunk_.size();
  rest_ = {chunk_.data(), *n};
  return {};
}

UnpackedStream::UnpackedStream() : block_(kChunkBytes) {}

Result<size_t> UnpackedStream::read(std::span<char> into) {
  size_t done = 0;
  while (done < into.size()) {
    if (rest_.empty()) {
      if (last_block_) break;
      Result<size_t> n = unpack(block_);
      if (!n) return n;
      last_block_ = *n < block_.size();
      rest_ = {block_.data(), *n};
    }
    size_t n = std::min(rest_.size(), into.size() - done);
    std::copy_n(rest_.begin(), n, into.begin() + done);
    rest_.remove_prefix(n);
    done += n;
  }
  return done;
}

Result<std::unique_ptr<ByteStream>> open_stream(std::unique_ptr<io::ByteSource> source) {
  std::array<char, kMagicBytes> bytes;
  Result<size_t> n = source->read(bytes);
  if (!n) return n.error();
  std::string_view head(bytes.data(), *n);
  switch (compression_of_bytes(head)) {
    case Compression::kGzip: return gzip_stream(RawInput(std::move(source), head));
    case Compression::kZstd: return zstd_stream(RawInput(std::move(source), head));
    case Compression::kLz4: return lz4_stream(RawInput(std::move(source), head));
    case Compression::kNone: break;
  }
  return std::unique_ptr<ByteStream>(std::make_unique<PlainStream>(std::move(source), head));
}

std::unique_ptr<ByteStream> prefixed_stream(std::string head, std::unique_ptr<ByteStream> stream) {
  return std::make_unique<PrefixedStream>(std::move(head), std::move(stream));
}

std::unique_ptr<ByteStream> plain_stream(std::unique_ptr<io::ByteSource> source) {
  return std::make_unique<PlainStream>(std::move(source), std::string_view());
}

}  // namespace doppel::codec
