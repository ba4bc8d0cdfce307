#include "codec/member_stream.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <vector>

namespace doppel::codec {

struct MemberStream::Inflate {
  z_stream z{};
};

MemberStream::MemberStream() : inflate_(std::make_unique<Inflate>()) {
  constexpr int kGzipWrapper = 16;
  if (inflateInit2(&inflate_->z, MAX_WBITS + kGzipWrapper) != Z_OK) throw std::bad_alloc();
}

MemberStream::~MemberStream() { inflateEnd(&inflate_->z); }

void MemberStream::start(std::string_view packed) { start(memory_.emplace(packed), 0); }

void MemberStream::start(io::ByteWindow& file, uint64_t at) {
  inflateReset(&inflate_->z);
  inflate_->z.avail_in = 0;
  packed_ = &file;
  begin_ = at;
  fed_ = 0;
  end_ = MemberEnd::kInside;
}

size_t MemberStream::consumed() const { return fed_ - inflate_->z.avail_in; }

size_t MemberStream::read(std::span<char> into) {
  constexpr size_t kMostAtOnce = size_t{1} << 30;  // zlib counts in 32 bits
  z_stream& z = inflate_->z;
  size_t done = 0;
  bool is_all = false;
  while (done < into.size() && end_ == MemberEnd::kInside) {
    if (z.avail_in == 0) {
      const std::string_view more = packed_->at(begin_ + fed_, 1).substr(0, kMostAtOnce);
      z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(more.data()));
      z.avail_in = static_cast<uInt>(more.size());
      fed_ += more.size();
      is_all = more.empty();
    }
    size_t room = std::min(into.size() - done, kMostAtOnce);
    z.next_out = reinterpret_cast<Bytef*>(into.data() + done);
    z.avail_out = static_cast<uInt>(room);
    int code = inflate(&z, Z_NO_FLUSH);
    done += room - z.avail_out;
    if (code == Z_STREAM_END) {
      end_ = MemberEnd::kWhole;
    } else if (code == Z_BUF_ERROR && is_all) {
      end_ = MemberEnd::kTruncated;
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      end_ = MemberEnd::kCorrupt;
    }
  }
  return done;
}

uint64_t MemberStream::skip() {
  std::vector<char> unread(size_t{64} << 10);
  uint64_t sum = 0;
  while (end_ == MemberEnd::kInside) sum += read(unread);
  return sum;
}

}  // namespace doppel::codec
