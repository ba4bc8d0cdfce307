// Units one after the other: each is unpacked whole, straight into the memory of the batch, and cut
// into records there.
//
// The room that is asked for first follows the units seen so far, so that libdeflate, which cannot
// go on after its room was too small, seldom has to begin again. A unit above the limit is a bomb,
// or a gzip member above 64 MiB that may well hold a record that is allowed: MemberStream reads its
// head and then either its block or past it. A broken unit is given up and the next one is found by
// MemberFinder; zero bytes between units are padding and no loss.
//
// Tested by frames_test.cc: every cut, every flipped byte, garbage between units, bombs, and large
// members against the same records in small ones.
#include <algorithm>

#include "archive/frames.h"
#include "archive/member_finder.h"
#include "archive/member_stream.h"
#include "archive/record_cutter.h"

namespace doppel::archive {
namespace {

constexpr uint64_t kWholeUnitBytes = uint64_t{64} << 20;
constexpr size_t kFirstGuess = size_t{128} << 10;
constexpr size_t kBlockBytes = size_t{1} << 20;  // what the arena still keeps when it is cleared

class PackedFrames : public FrameReader {
 public:
  PackedFrames(std::string_view file, const Shape& shape, const FrameRange& range)
      : file_(file),
        shape_(shape),
        range_(range),
        finder_(shape.packing, shape.format),
        at_(static_cast<size_t>(std::min<uint64_t>(range.begin, file.size()))) {
    if (!shape.dictionary.empty()) {
      unpacker_.set_dictionary(shape.dictionary);
      finder_.set_dictionary(shape.dictionary);
    }
    uint64_t record = range.max_record_bytes + max_head_bytes(shape.format) + 4;
    if (record < range.max_record_bytes) record = UINT64_MAX;
    limit_ =
        std::min<uint64_t>(record, shape.packing == Packing::kGzip ? kWholeUnitBytes : SIZE_MAX);
  }

  Result<bool> next(Arena& arena, std::vector<Frame>& frames) override {
    frames.clear();
    at_ = std::min(file_.find_first_not_of('\0', at_), file_.size());
    if (at_ == file_.size() || at_ >= range_.end) return false;
    std::string_view packed = file_.substr(at_);
    Unpacked unit = unpacker_.unpack(shape_.packing, packed, guess_, static_cast<size_t>(limit_),
                                     [&](size_t n) { return room(arena, n); });
    switch (unit.end) {
      case UnpackEnd::kWhole:
        arena.take(unit.bytes.size());
        guess_ = std::max(kFirstGuess, std::max(unit.bytes.size(), guess_ - guess_ / 16));
        cut(unit.bytes, unit.consumed, arena, frames);
        break;
      case UnpackEnd::kTooLarge: read_large(packed, arena, frames); break;
      case UnpackEnd::kBroken: give_up(packed, arena, frames); break;
    }
    return true;
  }

  uint64_t offset() const override { return at_; }

 private:
  static Unpacker::Room room(Arena& arena, size_t at_least) {
    Arena::Room free = arena.room(1);
    if (free.size < at_least) free = arena.room(std::max(at_least, kBlockBytes));
    return {free.data, free.size};
  }

  // The records of an unpacked unit.
  void cut(std::string_view bytes, size_t consumed, Arena& arena, std::vector<Frame>& frames) {
    size_t at = 0;
    for (Cut found; cut_record(shape_.format, bytes, at, found);) {
      Frame frame{.offset = at_, .length = frames.empty() ? consumed : 0, .reject = found.reject};
      if (found.reject != Reject::kNone) {
        frame.detail = arena.copy(found.detail);
      } else if (found.head.content_length > range_.max_record_bytes) {
        reject_large(found.head, arena, frame);
      } else {
        frame.bytes = bytes.substr(found.begin, found.end - found.begin);
        frame.head = found.head;
      }
      frames.push_back(frame);
    }
    if (frames.size() == 1) {
      set_stored(frames.front());
    } else {
      for (Frame& frame : frames) {
        if (frame.reject == Reject::kNone) frame.length = 0;
      }
    }
    at_ += consumed;
  }

  void set_stored(Frame& frame) {
    if (frame.reject == Reject::kNone) frame.stored = file_.substr(at_, frame.length);
  }

  void reject_large(const WarcHead& head, Arena& arena, Frame& frame) {
    frame.head = head;
    frame.reject = Reject::kTooLarge;
    frame.detail = too_large_detail(head.content_length, range_.max_record_bytes, arena);
  }

  void read_large(std::string_view packed, Arena& arena, std::vector<Frame>& frames) {
    if (shape_.packing != Packing::kGzip) {
      size_t length = frame_length(shape_.packing, packed);
      if (length == 0) return give_up(packed, arena, frames);
      Frame frame{.offset = at_, .length = length, .reject = Reject::kTooLarge};
      frame.detail = arena.copy("unpacks to more than " + std::to_string(limit_) + " bytes");
      frames.push_back(frame);
      at_ += length;
      return;
    }
    stream_.start(packed);
    char* first = arena.allocate(max_head_bytes(shape_.format));
    size_t got = stream_.read({first, max_head_bytes(shape_.format)});
    Frame frame{.offset = at_};
    HeadFault fault = parse_head(shape_.format, {first, got}, frame.head);
    uint64_t length = frame.head.head_bytes + frame.head.content_length;
    if (fault != HeadFault::kNone) {
      frame.reject = Reject::kCorrupt;
      frame.detail = arena.copy(describe(fault));
    } else if (frame.head.content_length > range_.max_record_bytes) {
      reject_large(frame.head, arena, frame);
    } else {
      read_block({first, got}, length, arena, frame);
    }
    uint64_t more = stream_.skip();
    if (stream_.end() != MemberEnd::kWhole) return give_up(packed, arena, frames);
    frame.length = stream_.consumed();
    uint64_t next = at_ + frame.length;
    if (frame.reject == Reject::kNone && more > kLineEnds) {
      frame.length = 0;
      Frame rest{.offset = at_, .reject = Reject::kCorrupt};
      rest.detail = arena.copy(std::to_string(more) + " bytes after the record");
      frames = {frame, rest};
    } else {
      set_stored(frame);
      frames.push_back(frame);
    }
    at_ = next;
  }

  // The whole record into one piece of memory.
  void read_block(std::string_view first, uint64_t length, Arena& arena, Frame& frame) {
    char* record = arena.allocate(static_cast<size_t>(length));
    size_t held = std::min(first.size(), static_cast<size_t>(length));
    std::copy_n(first.begin(), held, record);
    stream_.read({record + held, static_cast<size_t>(length) - held});
    frame.bytes = {record, static_cast<size_t>(length)};
    parse_head(shape_.format, frame.bytes, frame.head);
  }

  // The unit here cannot be unpacked.
  void give_up(std::string_view packed, Arena& arena, std::vector<Frame>& frames) {
    size_t next = finder_.find_unit(file_, at_ + 1);
    Frame frame{.offset = at_, .length = next - at_, .reject = Reject::kCorrupt};
    bool magic = packing_of(packed) == shape_.packing;
    if (!magic) {
      frame.detail = arena.copy("something else between records");
    } else if (next == file_.size() && is_cut(packed)) {
      frame.reject = Reject::kTruncated;
      frame.detail = arena.copy("the file ends inside a record");
    } else {
      frame.detail = arena.copy("packed data is damaged");
    }
    frames.assign(1, frame);
    at_ = next;
  }

  bool is_cut(std::string_view packed) {
    if (shape_.packing != Packing::kGzip) return frame_length(shape_.packing, packed) == 0;
    stream_.start(packed);
    stream_.skip();
    return stream_.end() == MemberEnd::kTruncated;
  }

  static constexpr uint64_t kLineEnds = 4;  // CRLF CRLF

  std::string_view file_;
  Shape shape_;
  FrameRange range_;
  Unpacker unpacker_;
  MemberFinder finder_;
  MemberStream stream_;
  uint64_t limit_ = 0;
  size_t guess_ = kFirstGuess;
  size_t at_;
};

}  // namespace

std::unique_ptr<FrameReader> packed_frames(std::string_view file, const Shape& shape,
                                           const FrameRange& range) {
  return std::make_unique<PackedFrames>(file, shape, range);
}

}  // namespace doppel::archive
