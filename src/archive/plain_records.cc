#include <algorithm>
#include <utility>

#include "archive/raw_records.h"
#include "archive/record_finder.h"

namespace doppel::archive {
namespace {

class PlainRecords : public RawRecordReader {
 public:
  PlainRecords(std::unique_ptr<io::ByteWindow> file, Format format, const RecordRange& range)
      : file_(std::move(file)),
        format_(format),
        range_(range),
        at_(static_cast<size_t>(std::min<uint64_t>(range.begin, file_->size()))) {}

  Result<bool> next(Arena& arena, RawRecord& raw) override {
    RecordExtent extent;
    const bool found = at_ < range_.end && find_record(format_, *file_, at_, extent);
    const bool ours = found && extent.begin < range_.end;
    if (ours) take(extent, arena, raw);
    if (Status s = file_->status(); !s.ok()) return s;
    return ours;
  }

  uint64_t offset() const override { return at_; }

  void go_on(uint64_t begin, uint64_t end) override {
    at_ = static_cast<size_t>(std::min<uint64_t>(begin, file_->size()));
    range_.end = end;
  }

 private:
  void take(const RecordExtent& extent, Arena& arena, RawRecord& raw) {
    raw = {.offset = extent.begin, .length = extent.end - extent.begin, .reject = extent.reject};
    if (extent.reject != Reject::kNone) {
      raw.detail = arena.copy(extent.detail);
      return;
    }
    const uint64_t block = extent.head.content_length;
    const bool fits = block <= range_.max_record_bytes;
    const size_t size = fits ? extent.end - extent.begin : extent.head.header_bytes;
    char* record = arena.allocate(size);
    raw.bytes = {record, file_->read(extent.begin, {record, size})};
    parse_header(format_, raw.bytes, raw.head);
    if (fits) return;
    raw.bytes = {};
    raw.reject = Reject::kTooLarge;
    raw.detail = too_large_detail(block, range_.max_record_bytes, arena);
  }

  std::unique_ptr<io::ByteWindow> file_;
  Format format_;
  RecordRange range_;
  size_t at_;
};

}  // namespace

std::unique_ptr<RawRecordReader> plain_records(std::unique_ptr<io::ByteWindow> file,
                                               const Shape& shape, const RecordRange& range) {
  return std::make_unique<PlainRecords>(std::move(file), shape.format, range);
}

std::string_view too_large_detail(uint64_t bytes, uint64_t limit, Arena& arena) {
  return arena.copy("the record has " + std::to_string(bytes) + " bytes, the limit is " +
                    std::to_string(limit));
}

}  // namespace doppel::archive
