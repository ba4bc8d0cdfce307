// gzip by ISA-L: a state machine of two states, between members and inside one.
//
// ISA-L reads the member's header, keeps the 32 KiB of history itself and checks CRC and length in
// the trailer, wherever the chunks of the input and the reader's buffers happen to end. Tested by
// byte_stream_test.cc: every cut, every flipped byte, every buffer size of a small stream.
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "codec/decoders.h"

namespace doppel::codec {
namespace {

constexpr std::string_view kMagic = "\x1f\x8b";

std::string_view reason(int code) {
  switch (code) {
    case ISAL_INVALID_BLOCK: return "invalid block";
    case ISAL_INVALID_SYMBOL: return "invalid symbol";
    case ISAL_INVALID_LOOKBACK: return "invalid distance";
    case ISAL_INVALID_WRAPPER: return "invalid member header";
    case ISAL_UNSUPPORTED_METHOD: return "unknown compression method";
    case ISAL_INCORRECT_CHECKSUM: return "checksum does not match";
    case ISAL_NEED_DICT: return "dictionary needed";
    default: return "damaged";
  }
}

class GzipStream : public UnpackedStream {
 public:
  explicit GzipStream(RawInput raw)
      : raw_(std::move(raw)), inflate_(std::make_unique<inflate_state>()) {
    isal_inflate_init(inflate_.get());
    inflate_->crc_flag = ISAL_GZIP;
  }

  Result<size_t> unpack(std::span<char> into) override {
    size_t done = 0;
    while (done < into.size() && !ended_) {
      if (Status s = raw_.refill(); !s.ok()) return s;
      if (inside_) {
        done += inflate(into.subspan(done));
      } else {
        look_for_member();
      }
    }
    return done;
  }

 private:
  // Between members: skips zero padding, then a member begins or the stream ends well.
  void look_for_member() {
    std::string_view rest = raw_.rest();
    raw_.use(std::min(rest.find_first_not_of('\0'), rest.size()));
    rest = raw_.rest();
    if (rest.empty()) {
      ended_ = raw_.at_end();
    } else if (!kMagic.starts_with(rest.substr(0, kMagic.size()))) {
      stop(Reject::kCorrupt, "gzip: unexpected data after the last member");
    } else {
      isal_inflate_reset(inflate_.get());
      inside_ = true;
    }
  }

  // Inside a member: decodes the current chunk.
  size_t inflate(std::span<char> into) {
    std::string_view rest = raw_.rest();
    size_t room = std::min<size_t>(into.size(), std::numeric_limits<int32_t>::max());
    inflate_->next_in = reinterpret_cast<uint8_t*>(const_cast<char*>(rest.data()));
    inflate_->avail_in = static_cast<uint32_t>(rest.size());
    inflate_->next_out = reinterpret_cast<uint8_t*>(into.data());
    inflate_->avail_out = static_cast<uint32_t>(room);
    int code = isal_inflate(inflate_.get());
    size_t written = room - inflate_->avail_out;
    // On damage, ISA-L may return more input than it was given: then avail_in is meaningless.
    if (code < 0 || code == ISAL_NEED_DICT || inflate_->avail_in > rest.size()) {
      stop(Reject::kCorrupt, "gzip: " + std::string(reason(code)));
      return written;
    }
    size_t used = rest.size() - inflate_->avail_in;
    raw_.use(used);
    if (inflate_->block_state == ISAL_BLOCK_FINISH) {
      inside_ = false;
    } else if (used == 0 && written == 0) {
      // ISA-L has room and all of the input, but makes no progress.
      if (raw_.at_end()) stop(Reject::kTruncated, "the gzip stream is cut short");
      if (!raw_.rest().empty()) stop(Reject::kCorrupt, "gzip: damaged");
    }
    return written;
  }

  void stop(Reject why, std::string detail) {
    end_ = {why, std::move(detail)};
    ended_ = true;
  }

  RawInput raw_;
  std::unique_ptr<inflate_state> inflate_;  // 80 KiB
  bool inside_ = false;                     // a member
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> gzip_stream(RawInput raw) {
  return std::make_unique<GzipStream>(std::move(raw));
}

}  // namespace doppel::codec
