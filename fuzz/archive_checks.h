// What must hold of any bytes read as an archive: used by the targets of each format.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "archive/raw_records.h"
#include "archive/record_finder.h"
#include "codec/byte_stream.h"
#include "ingest/archive_record.h"
#include "ingest/stream_records.h"
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
inline void check_extents(archive::Format format, std::string_view bytes) {
  size_t at = 0, end = 0;
  for (archive::RecordExtent extent; archive::find_record(format, bytes, at, extent);) {
    require(end <= extent.begin && extent.begin < extent.end && extent.end <= at &&
            at <= bytes.size());
    require((extent.reject == Reject::kNone) == extent.detail.empty());
    if (extent.reject == Reject::kNone) {
      require(extent.begin + extent.head.header_bytes + extent.head.content_length == extent.end);
    }
    end = extent.end;
  }
}

// Every raw record becomes a record with a reason or a payload within its limit.
inline void check_raw_records(archive::RawRecordReader& raw_records, archive::Format format) {
  ReadOptions options;
  options.max_record_bytes = 10'000;
  options.check_digests = true;
  ingest::ArchiveRecordParser parser(format, options);
  archive::RawRecord raw;
  while (true) {
    Arena arena;
    Result<bool> more = raw_records.next(arena, raw);
    require(more.has_value());
    if (!*more) break;
    require((raw.reject == Reject::kNone) == raw.detail.empty());
    Record record;
    parser.parse(raw, arena, record);
    require((record.reject == Reject::kNone) == record.detail.empty());
    require(record.payload.size() <= options.max_record_bytes);
  }
}

inline void check_plain(archive::Format format, std::string_view input) {
  Exact file(input);
  check_extents(format, file.bytes());
  archive::Shape shape;
  shape.format = format;
  archive::RecordRange range{.max_record_bytes = 10'000};
  check_raw_records(*archive::plain_records(file.bytes(), shape, range), format);
  auto source = io::memory_source(std::string(input));
  check_raw_records(*ingest::stream_records(codec::plain_stream(std::move(source)), format, range),
                    format);
}

}  // namespace doppel::fuzz
