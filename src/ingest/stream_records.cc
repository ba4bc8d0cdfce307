#include "ingest/stream_records.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace doppel::ingest {
namespace {

using archive::Format;
using archive::HeaderFault;
using archive::RawRecord;

constexpr size_t kBufferBytes = size_t{256} << 10;  // more than any head
constexpr std::string_view kBetween("\r\n\0", 3);

class StreamRecords : public archive::RawRecordReader {
 public:
  StreamRecords(std::unique_ptr<codec::ByteStream> stream, Format format,
                const archive::RecordRange& range)
      : stream_(std::move(stream)), format_(format), range_(range), buffer_(kBufferBytes) {}

  Result<bool> next(Arena& arena, RawRecord& raw) override {
    if (offset_ < range_.begin) {
      if (auto passed = pass(range_.begin - offset_); !passed) return passed.error();
    }
    if (Status s = skip_between(); !s.ok()) return s;
    if (finished_ || offset_ >= range_.end) return false;
    raw = {.offset = offset_};
    if (rest().empty()) {
      finished_ = true;
      if (stream_->end().reason == Reject::kNone) return false;
      reject(raw, stream_->end().reason, stream_->end().detail, arena);
    } else if (Status s = read_record(raw, arena); !s.ok()) {
      return s;
    }
    raw.length = offset_ - raw.offset;
    return true;
  }

  uint64_t offset() const override { return offset_; }

  void go_on(uint64_t begin, uint64_t end) override {
    range_.begin = begin;
    range_.end = end;
  }

 private:
  std::string_view rest() const { return {buffer_.data() + at_, filled_ - at_}; }

  void use(size_t bytes) {
    at_ += bytes;
    offset_ += bytes;
  }

  // Reads until the buffer is full or the stream ends.
  Status fill() {
    if (ended_) return {};
    std::memmove(buffer_.data(), buffer_.data() + at_, filled_ - at_);
    filled_ -= at_;
    at_ = 0;
    Result<size_t> n = stream_->read(std::span(buffer_).subspan(filled_));
    if (!n) return n.error();
    filled_ += *n;
    ended_ = filled_ < buffer_.size();
    return {};
  }

  // Skips up to this number of bytes; returns how many it has skipped.
  Result<uint64_t> pass(uint64_t bytes) {
    uint64_t left = bytes;
    while (left > 0) {
      if (rest().empty()) {
        if (Status s = fill(); !s.ok()) return s;
        if (rest().empty()) break;
      }
      size_t n = static_cast<size_t>(std::min<uint64_t>(left, rest().size()));
      use(n);
      left -= n;
    }
    return bytes - left;
  }

  Status skip_between() {
    while (true) {
      use(std::min(rest().find_first_not_of(kBetween), rest().size()));
      if (!rest().empty() || ended_) return {};
      if (Status s = fill(); !s.ok()) return s;
    }
  }

  void reject(RawRecord& raw, Reject reason, std::string_view detail, Arena& arena) {
    raw.bytes = {};
    raw.reject = reason;
    raw.detail = arena.copy(detail);
  }

  // Parses the header at the beginning of rest(); reads more if the header needs more.
  Result<HeaderFault> parse_next_head(archive::WarcHeader& head) {
    HeaderFault fault = archive::parse_header(format_, rest(), head);
    if (fault != HeaderFault::kIncomplete || ended_) return fault;
    if (Status s = fill(); !s.ok()) return s;
    return archive::parse_header(format_, rest(), head);
  }

  Status read_record(RawRecord& raw, Arena& arena) {
    Result<HeaderFault> fault = parse_next_head(raw.head);
    if (!fault) return fault.error();
    if (*fault == HeaderFault::kBrokenOff) return pass_broken_off(raw, arena);
    if (*fault != HeaderFault::kNone) return pass_broken(*fault, raw, arena);
    uint64_t length = raw.head.content_length;
    if (length > range_.max_record_bytes) return pass_large(raw, arena);
    return read_block(raw.head.header_bytes + static_cast<size_t>(length), raw, arena);
  }

  Status read_block(size_t length, RawRecord& raw, Arena& arena) {
    char* record = arena.allocate(length);
    size_t held = std::min(rest().size(), length);
    std::memcpy(record, rest().data(), held);
    use(held);
    size_t got = held;
    if (held < length) {
      Result<size_t> n = stream_->read({record + held, length - held});
      if (!n) return n.error();
      got += *n;
      offset_ += *n;
      ended_ = got < length;
    }
    raw.bytes = {record, got};
    archive::parse_header(format_, raw.bytes, raw.head);
    if (got < length) end_inside(raw, arena);
    return {};
  }

  // The stream ended before the record did.
  void end_inside(RawRecord& raw, Arena& arena) {
    finished_ = true;
    const codec::StreamEnd& end = stream_->end();
    bool broken = end.reason != Reject::kNone;
    reject(raw, broken ? end.reason : Reject::kTruncated,
           broken ? std::string_view(end.detail) : "the file ends inside a record", arena);
  }

  Status pass_large(RawRecord& raw, Arena& arena) {
    std::string_view head = arena.copy(rest().substr(0, raw.head.header_bytes));
    archive::parse_header(format_, head, raw.head);
    uint64_t length = raw.head.content_length;
    use(raw.head.header_bytes);
    Result<uint64_t> passed = pass(length);
    if (!passed) return passed.error();
    if (*passed < length) {
      end_inside(raw, arena);
    } else {
      raw.reject = Reject::kTooLarge;
      raw.detail = archive::too_large_detail(length, range_.max_record_bytes, arena);
    }
    return {};
  }

  // Consecutive headers that are broken off are one rejected record.
  Status pass_broken_off(RawRecord& raw, Arena& arena) {
    archive::WarcHeader head = raw.head;
    Result<HeaderFault> fault = HeaderFault::kBrokenOff;
    while (*fault == HeaderFault::kBrokenOff) {
      use(head.header_bytes);
      fault = parse_next_head(head);
      if (!fault) return fault.error();
    }
    raw.head = {};
    reject(raw, Reject::kCorrupt, archive::describe(HeaderFault::kBrokenOff), arena);
    return {};
  }

  // Skips an invalid header: searches for the next one, one buffer at a time. The last bytes of the
  // buffer, as many as a header may have, are searched again together with the bytes after them,
  // and so is the byte before them, because a header begins a line.
  Status pass_broken(HeaderFault fault, RawRecord& raw, Arena& arena) {
    const size_t kept = archive::max_header_bytes(format_) + 1;
    raw.head = {};  // it points into the buffer
    while (true) {
      if (rest().size() <= kept) {
        if (Status s = fill(); !s.ok()) return s;
      }
      size_t found = archive::find_head(format_, rest(), 1);
      if (found != std::string_view::npos) {
        use(found);
        break;
      }
      use(ended_ ? rest().size() : rest().size() - kept);
      if (ended_) break;
    }
    bool cut = fault == HeaderFault::kIncomplete && rest().empty();
    reject(raw, cut ? Reject::kTruncated : Reject::kCorrupt, archive::describe(fault), arena);
    return {};
  }

  std::unique_ptr<codec::ByteStream> stream_;
  Format format_;
  archive::RecordRange range_;
  uint64_t offset_ = 0;  // of buffer_[at_]

  // buffer_:  | used up | rest() | room |
  //           0         at_      filled_
  std::vector<char> buffer_;
  size_t at_ = 0, filled_ = 0;
  bool ended_ = false;     // the stream
  bool finished_ = false;  // next() has returned the last record
};

}  // namespace

std::unique_ptr<archive::RawRecordReader> stream_records(std::unique_ptr<codec::ByteStream> stream,
                                                         Format format,
                                                         const archive::RecordRange& range) {
  return std::make_unique<StreamRecords>(std::move(stream), format, range);
}

}  // namespace doppel::ingest
