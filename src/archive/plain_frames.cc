#include <algorithm>

#include "archive/frames.h"
#include "archive/record_cutter.h"

namespace doppel::archive {
namespace {

class PlainFrames : public FrameReader {
 public:
  PlainFrames(std::string_view file, Format format, const FrameRange& range)
      : file_(file),
        format_(format),
        range_(range),
        at_(static_cast<size_t>(std::min<uint64_t>(range.begin, file.size()))) {}

  Result<bool> next(Arena& arena, Frame& frame) override {
    Cut cut;
    if (at_ >= range_.end || !cut_record(format_, file_, at_, cut)) return false;
    if (cut.begin >= range_.end) return false;
    frame = {.offset = cut.begin, .length = cut.end - cut.begin, .reject = cut.reject};
    if (cut.reject != Reject::kNone) {
      frame.detail = arena.copy(cut.detail);
    } else {
      take(file_.substr(cut.begin, cut.end - cut.begin), cut.head, arena, frame);
    }
    return true;
  }

  uint64_t offset() const override { return at_; }

  void go_on(uint64_t begin, uint64_t end) override {
    at_ = static_cast<size_t>(std::min<uint64_t>(begin, file_.size()));
    range_.end = end;
  }

 private:
  void take(std::string_view record, const WarcHead& head, Arena& arena, Frame& frame) {
    bool fits = head.content_length <= range_.max_record_bytes;
    frame.bytes = arena.copy(fits ? record : record.substr(0, head.head_bytes));
    parse_head(format_, frame.bytes, frame.head);
    if (fits) return;
    frame.bytes = {};
    frame.reject = Reject::kTooLarge;
    frame.detail = too_large_detail(head.content_length, range_.max_record_bytes, arena);
  }

  std::string_view file_;
  Format format_;
  FrameRange range_;
  size_t at_;
};

}  // namespace

std::unique_ptr<FrameReader> plain_frames(std::string_view file, const Shape& shape,
                                          const FrameRange& range) {
  return std::make_unique<PlainFrames>(file, shape.format, range);
}

std::string_view too_large_detail(uint64_t bytes, uint64_t limit, Arena& arena) {
  return arena.copy("record of " + std::to_string(bytes) + " bytes, limit " +
                    std::to_string(limit));
}

}  // namespace doppel::archive
