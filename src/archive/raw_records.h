// Raw records: the records of an archive as they lie in its file, before their content is parsed.
//
//   plain        a sequence of records
//   packed       a sequence of members (gzip members, zstd or lz4 frames), each of whole records,
//                usually one
//   one stream   anything else: records extend over several members, or the file can be read only
//                once; see ingest/stream_records.h
//
// After damage the next record is found; what was lost is one raw record with a reason. Memory: the
// record, in the caller's arena, its compressed member, and the rest of the member if it has
// several records. gzip members above 64 MiB are read piece by piece. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "archive/record_header.h"
#include "base/arena.h"
#include "codec/unpack.h"
#include "doppel/status.h"
#include "doppel/types.h"
#include "io/byte_window.h"

namespace doppel::archive {

struct RawRecord {
  uint64_t offset = 0;           // in the file; records of one member have the same
  uint64_t length = 0;           // bytes there; 0 for a record that shares its member with others
  std::string_view bytes = {};   // header and block, in the arena; empty if rejected
  std::string_view stored = {};  // its member, in the arena, where it is packed alone; else empty
  WarcHeader head = {};          // points into `bytes`; of a record that is too large: in the arena
  Reject reject = Reject::kNone;  // kTooLarge, kTruncated, kCorrupt
  std::string_view detail = {};
};

class RawRecordReader {
 public:
  virtual ~RawRecordReader() = default;
  // The next record. False at the end of the file or of the range. Only an I/O failure is an error.
  virtual Result<bool> next(Arena& arena, RawRecord& raw) = 0;
  // The offset of the next member.
  virtual uint64_t offset() const = 0;
  // Continues at `begin`, up to `end`, for callers that know the records before `begin`, which must
  // be undamaged. Everything read so far still counts, above all a damaged range that has not
  // ended, as if the skipped records had been read. REQUIRES: `begin` is not before offset().
  virtual void go_on(uint64_t begin, uint64_t end) = 0;
};

// What kind of file an archive is.
struct Shape {
  Format format = Format::kWarc;
  codec::Compression compression = codec::Compression::kNone;
  bool in_members = false;  // packed: members hold whole records
  std::string dictionary;   // for zstd
};

// Recognises a file by its first member. If the bytes do not show the format, because the first
// record is damaged, it is `assumed`; without that, nullopt.
std::optional<Shape> shape_of(io::ByteWindow& file, std::optional<Format> assumed);
inline std::optional<Shape> shape_of(std::string_view file, std::optional<Format> assumed) {
  io::MemoryBytes all(file);
  return shape_of(all, assumed);
}

struct RecordRange {
  uint64_t begin = 0;  // a record or a member begins here
  uint64_t end = UINT64_MAX;
  uint64_t max_record_bytes = uint64_t{64} << 20;
  // Offsets of members, in order. A reader that comes to one of them between two members ends
  // there; a reader that passes over one continues (split_points.h).
  std::span<const uint64_t> stops = {};
};

// REQUIRES: the shape is plain, or in members.
std::unique_ptr<RawRecordReader> plain_records(std::unique_ptr<io::ByteWindow> file,
                                               const Shape& shape, const RecordRange& range);
std::unique_ptr<RawRecordReader> packed_records(std::unique_ptr<io::ByteWindow> file,
                                                const Shape& shape, const RecordRange& range);
// Over bytes that outlive the reader.
inline std::unique_ptr<RawRecordReader> plain_records(std::string_view file, const Shape& shape,
                                                      const RecordRange& range) {
  return plain_records(std::make_unique<io::MemoryBytes>(file), shape, range);
}
inline std::unique_ptr<RawRecordReader> packed_records(std::string_view file, const Shape& shape,
                                                       const RecordRange& range) {
  return packed_records(std::make_unique<io::MemoryBytes>(file), shape, range);
}

// The detail of a rejected record, in the arena: "the record has 70 bytes, the limit is 64".
std::string_view too_large_detail(uint64_t bytes, uint64_t limit, Arena& arena);

}  // namespace doppel::archive
