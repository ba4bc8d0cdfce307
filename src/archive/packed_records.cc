// Reads members one after the other. Each is decompressed as a whole, directly into the memory of
// the batch, and its first record is found there. The rest of the member is kept aside for later
// calls, because a member may contain millions of records, and a batch should not.
//
// How much room is provided first, and how many compressed bytes are read first, depends on the
// members before (unpack_member.h), so that libdeflate, which cannot continue after its room was
// too small, seldom has to start again. A member above the limit is a decompression bomb, or a gzip
// member above 64 MiB whose record may still be within the limit (large_member.h). A broken member
// is skipped and MemberFinder finds the next one, within the limits of damage.h. Zero bytes between
// members are padding and not a loss.
//
// What the reader finds depends only on the file and on its offset, except inside a damaged range:
// nothing else that it remembers changes the records. So a range may end at an offset where another
// reader begins (split_points.h), but not inside a damaged range.
//
// Tested by raw_records_test.cc: truncation at every byte, every flipped byte, garbage between
// members, bombs, large members against the same records in small ones, stops at any offset;
// walk_work_test.cc: the number of bytes read.
#include <algorithm>
#include <utility>

#include "archive/damage.h"
#include "archive/large_member.h"
#include "archive/member_finder.h"
#include "archive/raw_records.h"
#include "archive/record_finder.h"
#include "codec/frame_length.h"
#include "codec/unpack_member.h"

namespace doppel::archive {
namespace {

constexpr uint64_t kWholeMemberBytes = uint64_t{64} << 20;
constexpr codec::MemberGuess kFirstGuess{.packed = size_t{64} << 10, .unpacked = size_t{128} << 10};
constexpr size_t kBlockBytes = size_t{1} << 20;  // what the arena still keeps when it is cleared

class PackedRecords : public RawRecordReader {
 public:
  PackedRecords(std::unique_ptr<io::ByteWindow> file, const Shape& shape, const RecordRange& range)
      : file_(std::move(file)),
        shape_(shape),
        range_(range),
        finder_(shape.compression, shape.format),
        at_(static_cast<size_t>(std::min<uint64_t>(range.begin, file_->size()))) {
    if (!shape.dictionary.empty()) {
      unpacker_.set_dictionary(shape.dictionary);
      finder_.set_dictionary(shape.dictionary);
    }
    uint64_t record = range.max_record_bytes + max_header_bytes(shape.format) + 4;
    if (record < range.max_record_bytes) record = UINT64_MAX;
    limit_ = std::min<uint64_t>(
        record, shape.compression == codec::Compression::kGzip ? kWholeMemberBytes : SIZE_MAX);
    auto after = std::upper_bound(range.stops.begin(), range.stops.end(), range.begin);
    range_.stops = range.stops.subspan(static_cast<size_t>(after - range.stops.begin()));
  }

  Result<bool> next(Arena& arena, RawRecord& raw) override {
    const bool found = find_next(arena, raw);
    if (Status s = file_->status(); !s.ok()) return s;
    return found;
  }

  uint64_t offset() const override { return at_; }

  void go_on(uint64_t begin, uint64_t end) override {
    at_ = static_cast<size_t>(std::min<uint64_t>(begin, file_->size()));
    range_.end = end;
  }

 private:
  bool find_next(Arena& arena, RawRecord& raw) {
    while (true) {
      if (take_from_rest(arena, raw)) return true;
      const std::string_view rest = file_->at(at_, 1);
      const size_t padding = std::min(rest.find_first_not_of('\0'), rest.size());
      at_ += padding;
      if (rest.empty()) return false;
      if (padding == rest.size()) continue;
      if (at_ >= range_.end || stops_here()) return false;
      if (read_member(arena, raw)) return true;
    }
  }

  bool stops_here() {
    const bool fresh = damage_.is_over(at_);
    while (!range_.stops.empty() && range_.stops.front() < at_) {
      range_.stops = range_.stops.subspan(1);
    }
    return fresh && !range_.stops.empty() && range_.stops.front() == at_;
  }

  // False if the member contains no record.
  bool read_member(Arena& arena, RawRecord& raw) {
    codec::Unpacked member =
        codec::unpack_member(*file_, at_, shape_.compression, guess_, static_cast<size_t>(limit_),
                             unpacker_, stream_, [&](size_t n) { return room(arena, n); });
    switch (member.end) {
      case codec::UnpackEnd::kWhole:
        learn(guess_.unpacked, kFirstGuess.unpacked, member.bytes.size());
        learn(guess_.packed, kFirstGuess.packed, std::min(member.consumed, kBlockBytes));
        return take_first(member, arena, raw);
      case codec::UnpackEnd::kTooLarge: return read_large(arena, raw);
      case codec::UnpackEnd::kBroken: give_up(member, arena, raw); break;
    }
    return true;
  }

  static void learn(size_t& guess, size_t least, size_t seen) {
    guess = std::max(least, std::max(seen, guess - guess / 16));
  }

  static codec::Unpacker::Room room(Arena& arena, size_t at_least) {
    Arena::Room free = arena.room(1);
    if (free.size < at_least) free = arena.room(std::max(at_least, kBlockBytes));
    return {free.data, free.size};
  }

  // The first record of a member, which stays where it was decompressed.
  bool take_first(const codec::Unpacked& member, Arena& arena, RawRecord& raw) {
    size_t at = 0;
    RecordExtent extent;
    const bool found = find_record(shape_.format, member.bytes, at, extent);
    member_offset_ = at_;
    at_ += member.consumed;
    if (!found) return false;
    const bool alone = at == member.bytes.size();
    if (!alone) rest_.assign(member.bytes.substr(at));
    arena.take(alone ? member.bytes.size() : extent.end);
    raw = {.offset = member_offset_};
    take(extent, member.bytes, arena, raw);
    if (alone || raw.reject != Reject::kNone) raw.length = member.consumed;
    if (alone && raw.reject == Reject::kNone) keep_stored(member.consumed, arena, raw);
    return true;
  }

  // The member that has just been read.
  void keep_stored(size_t length, Arena& arena, RawRecord& raw) {
    char* stored = arena.allocate(length);
    raw.stored = {stored, file_->read(member_offset_, {stored, length})};
  }

  // The next record of the member whose rest was kept aside.
  bool take_from_rest(Arena& arena, RawRecord& raw) {
    if (rest_.empty() && after_large_.empty()) return false;
    raw = {.offset = member_offset_};
    if (!after_large_.empty()) {
      raw.reject = Reject::kCorrupt;
      raw.detail = arena.copy(std::exchange(after_large_, {}));
      return true;
    }
    RecordExtent extent;
    if (find_record(shape_.format, rest_, rest_at_, extent)) {
      std::string_view bytes = rest_;
      if (extent.reject == Reject::kNone && extent.head.content_length <= range_.max_record_bytes) {
        bytes = arena.copy(bytes.substr(extent.begin, extent.end - extent.begin));
        extent.end -= std::exchange(extent.begin, 0);
        parse_header(shape_.format, bytes, extent.head);
      }
      take(extent, bytes, arena, raw);
      return true;
    }
    rest_ = std::string();
    rest_at_ = 0;
    return false;
  }

  // Fills a raw record whose offset is set. `bytes` are in the arena, unless it is rejected.
  void take(const RecordExtent& extent, std::string_view bytes, Arena& arena, RawRecord& raw) {
    raw.reject = extent.reject;
    if (extent.reject != Reject::kNone) {
      raw.detail = arena.copy(extent.detail);
    } else if (extent.head.content_length > range_.max_record_bytes) {
      std::string_view head = arena.copy(bytes.substr(extent.begin, extent.head.header_bytes));
      parse_header(shape_.format, head, raw.head);
      raw.reject = Reject::kTooLarge;
      raw.detail = too_large_detail(extent.head.content_length, range_.max_record_bytes, arena);
    } else {
      raw.bytes = bytes.substr(extent.begin, extent.end - extent.begin);
      raw.head = extent.head;
    }
  }

  // A zstd or lz4 frame that is too large: skipped.
  void pass_large(Arena& arena, RawRecord& raw) {
    size_t length = codec::frame_length(shape_.compression, *file_, at_);
    if (length == 0) return give_up({}, arena, raw);
    raw = {.offset = at_, .length = length, .reject = Reject::kTooLarge};
    raw.detail = arena.copy("decompresses to more than " + std::to_string(limit_) + " bytes");
    at_ += length;
  }

  bool read_large(Arena& arena, RawRecord& raw) {
    member_offset_ = at_;
    if (shape_.compression == codec::Compression::kGzip) return read_large_gzip(arena, raw);
    pass_large(arena, raw);
    return true;
  }

  // The member may be within the limit after all, because libdeflate cannot tell where it ends:
  // then it is read like any other, now that its length is known.
  bool read_large_gzip(Arena& arena, RawRecord& raw) {
    LargeMember large =
        read_large_member(*file_, at_, shape_.format, range_.max_record_bytes, stream_, arena);
    if (large.end != codec::MemberEnd::kWhole) {
      give_up({}, arena, raw);
      return true;
    }
    if (large.unpacked <= limit_) {
      const auto unpacked = static_cast<size_t>(large.unpacked);
      codec::Unpacked member =
          unpacker_.unpack(shape_.compression, file_->at(at_, large.consumed), unpacked,
                           static_cast<size_t>(limit_), [&](size_t n) { return room(arena, n); });
      if (member.end == codec::UnpackEnd::kWhole) return take_first(member, arena, raw);
    }
    take_large(large, arena, raw);
    return true;
  }

  void take_large(const LargeMember& large, Arena& arena, RawRecord& raw) {
    raw = large.raw;
    raw.offset = at_;
    raw.length = large.consumed;
    if (raw.reject == Reject::kNone && large.more > kLineEnds) {
      raw.length = 0;
      after_large_ = std::to_string(large.more) + " bytes after the record";
    } else if (raw.reject == Reject::kNone) {
      keep_stored(large.consumed, arena, raw);
    }
    at_ += large.consumed;
  }

  // Skips a member that cannot be decompressed.
  void give_up(codec::Unpacked member, Arena& arena, RawRecord& raw) {
    bool truncated = false;
    if (shape_.compression == codec::Compression::kGzip) {
      stream_.start(*file_, at_);
      member.unpacked = static_cast<size_t>(stream_.skip());
      member.consumed = stream_.consumed();
      truncated = stream_.end() == codec::MemberEnd::kTruncated;
    } else {
      truncated = codec::frame_length(shape_.compression, *file_, at_) == 0;
    }
    size_t next =
        finder_.find_member(*file_, damage_.look_on(at_, member.consumed, member.unpacked));
    raw = {.offset = at_, .length = next - at_, .reject = Reject::kCorrupt};
    if (codec::compression_of_bytes(file_->at(at_, 8)) != shape_.compression) {
      raw.detail = arena.copy("unexpected data between records");
    } else if (next == file_->size() && truncated) {
      raw.reject = Reject::kTruncated;
      raw.detail = arena.copy("the file ends inside a record");
    } else {
      raw.detail = arena.copy("compressed data is damaged");
    }
    at_ = next;
  }

  static constexpr uint64_t kLineEnds = 4;  // CRLF CRLF

  std::unique_ptr<io::ByteWindow> file_;
  Shape shape_;
  RecordRange range_;  // only with the stops after at_
  codec::Unpacker unpacker_;
  MemberFinder finder_;
  codec::MemberStream stream_;
  Damage damage_;
  uint64_t limit_ = 0;
  codec::MemberGuess guess_ = kFirstGuess;
  size_t at_;                 // where the next member is
  size_t member_offset_ = 0;  // where the last one was
  std::string rest_;          // of that member: the bytes after its first record
  size_t rest_at_ = 0;        // where its next record is looked for
  std::string after_large_;   // what is wrong with it: reported by the next call
};

}  // namespace

std::unique_ptr<RawRecordReader> packed_records(std::unique_ptr<io::ByteWindow> file,
                                                const Shape& shape, const RecordRange& range) {
  return std::make_unique<PackedRecords>(std::move(file), shape, range);
}

}  // namespace doppel::archive
