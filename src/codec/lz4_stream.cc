// lz4 by the reference library: frames one after the other, skippable ones skipped.
#include <lz4frame.h>

#include <new>
#include <utility>

#include "codec/decoders.h"

namespace doppel::codec {
namespace {

class Lz4Stream : public UnpackedStream {
 public:
  explicit Lz4Stream(RawInput raw) : raw_(std::move(raw)) {
    if (LZ4F_isError(LZ4F_createDecompressionContext(&decoder_, LZ4F_VERSION))) {
      throw std::bad_alloc();
    }
  }
  ~Lz4Stream() override { LZ4F_freeDecompressionContext(decoder_); }

  Result<size_t> unpack(std::span<char> into) override {
    size_t done = 0;
    while (done < into.size() && !ended_) {
      if (Status s = raw_.refill(); !s.ok()) return s;
      if (raw_.at_end() && !inside_) {
        ended_ = true;
      } else {
        done += decode(into.subspan(done));
      }
    }
    return done;
  }

 private:
  size_t decode(std::span<char> into) {
    size_t in = raw_.rest().size(), out = into.size();
    size_t hint = LZ4F_decompress(decoder_, into.data(), &out, raw_.rest().data(), &in, nullptr);
    if (LZ4F_isError(hint)) {
      stop(Reject::kCorrupt, std::string("lz4: ") + LZ4F_getErrorName(hint));
      return 0;
    }
    raw_.use(in);
    inside_ = hint != 0;  // 0: a frame is complete and handed out
    if (inside_ && raw_.at_end() && in == 0 && out == 0) {
      stop(Reject::kTruncated, "the lz4 stream is cut short");
    }
    return out;
  }

  void stop(Reject why, std::string detail) {
    end_ = {why, std::move(detail)};
    ended_ = true;
  }

  RawInput raw_;
  LZ4F_dctx* decoder_ = nullptr;
  bool inside_ = false;  // a frame
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> lz4_stream(RawInput raw) {
  return std::make_unique<Lz4Stream>(std::move(raw));
}

}  // namespace doppel::codec
