// What must hold of any bytes read as an archive: used by the targets of each format.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "archive/frames.h"
#include "archive/record_cutter.h"
#include "codec/byte_stream.h"
#include "ingest/archive_record.h"
#include "ingest/stream_frames.h"
#include "require.h"

namespace doppel::fuzz {

// The bytes in memory of exactly their size, so that a byte further is seen.
class Exact {
 public:
  explicit Exact(std::string_view bytes) : held_(new char[bytes.size()]), size_(bytes.size()) {
    if (!bytes.empty()) std::memcpy(held_.get(), bytes.data(), bytes.size());
  }
  std::string_view bytes() const { return {held_.get(), size_}; }

 private:
  std::unique_ptr<char[]> held_;
  size_t size_;
};

// Records lie in order, inside the bytes, and end where the next one is looked for or before.
inline void check_cuts(archive::Format format, std::string_view bytes) {
  size_t at = 0, end = 0;
  for (archive::Cut cut; archive::cut_record(format, bytes, at, cut);) {
    require(end <= cut.begin && cut.begin < cut.end && cut.end <= at && at <= bytes.size());
    require((cut.reject == Reject::kNone) == cut.detail.empty());
    if (cut.reject == Reject::kNone) {
      require(cut.begin + cut.head.head_bytes + cut.head.content_length == cut.end);
    }
    end = cut.end;
  }
}

// Every frame becomes a record with a reason or a payload within its limit.
inline void check_frames(archive::FrameReader& frames, archive::Format format) {
  ReadOptions options;
  options.max_record_bytes = 10'000;
  options.check_digests = true;
  ingest::ArchiveRecordParser parser(format, options);
  archive::Frame frame;
  while (true) {
    Arena arena;
    Result<bool> more = frames.next(arena, frame);
    require(more.has_value());
    if (!*more) break;
    require((frame.reject == Reject::kNone) == frame.detail.empty());
    Record record;
    parser.parse(frame, arena, record);
    require((record.reject == Reject::kNone) == record.detail.empty());
    require(record.payload.size() <= options.max_record_bytes);
  }
}

inline void check_plain(archive::Format format, std::string_view input) {
  Exact file(input);
  check_cuts(format, file.bytes());
  archive::Shape shape;
  shape.format = format;
  archive::FrameRange range{.max_record_bytes = 10'000};
  check_frames(*archive::plain_frames(file.bytes(), shape, range), format);
  auto source = io::memory_source(std::string(input));
  check_frames(*ingest::stream_frames(codec::plain_stream(std::move(source)), format, range),
               format);
}

}  // namespace doppel::fuzz
