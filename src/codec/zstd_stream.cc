// zstd by the reference library: frames one after the other, skippable ones skipped.
#include <zstd.h>
#include <zstd_errors.h>

#include <cctype>
#include <utility>

#include "base/allocated.h"
#include "codec/decoders.h"

namespace doppel::codec {
namespace {

// 128 MiB, as for `zstd --ultra -22`. Files of --long=28 and more would need too much memory.
constexpr int kMaxWindowLog = 27;

std::string reason(size_t code) {
  if (ZSTD_getErrorCode(code) == ZSTD_error_frameParameter_windowTooLarge) {
    return "zstd: the window is larger than 128 MiB";
  }
  std::string text = ZSTD_getErrorName(code);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return "zstd: " + text;
}

class ZstdStream : public UnpackedStream {
 public:
  explicit ZstdStream(RawInput raw)
      : raw_(std::move(raw)), decoder_(allocated(ZSTD_createDStream())) {
    ZSTD_DCtx_setParameter(decoder_.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
  }

  Result<size_t> unpack(std::span<char> into) override {
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    while (out.pos < out.size && !ended_) {
      if (Status s = raw_.refill(); !s.ok()) return s;
      if (raw_.at_end() && !inside_) {
        ended_ = true;
      } else {
        decode(out);
      }
    }
    return out.pos;
  }

 private:
  void decode(ZSTD_outBuffer& out) {
    ZSTD_inBuffer in{raw_.rest().data(), raw_.rest().size(), 0};
    size_t before = out.pos;
    size_t code = ZSTD_decompressStream(decoder_.get(), &out, &in);
    raw_.use(in.pos);
    if (ZSTD_isError(code)) {
      stop(Reject::kCorrupt, reason(code));
      return;
    }
    inside_ = code != 0;  // 0: a frame is complete and handed out
    if (inside_ && raw_.at_end() && in.pos == 0 && out.pos == before) {
      stop(Reject::kTruncated, "the zstd stream is cut short");
    }
  }

  void stop(Reject why, std::string detail) {
    end_ = {why, std::move(detail)};
    ended_ = true;
  }

  struct Free {
    void operator()(ZSTD_DStream* decoder) const { ZSTD_freeDStream(decoder); }
  };

  RawInput raw_;
  std::unique_ptr<ZSTD_DStream, Free> decoder_;
  bool inside_ = false;  // a frame
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> zstd_stream(RawInput raw) {
  return std::make_unique<ZstdStream>(std::move(raw));
}

}  // namespace doppel::codec
