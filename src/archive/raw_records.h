// Raw records: the records of an archive as they lie in its file, before their content is parsed.
//
//   plain    the file is records from front to end
//   packed   the file is members (gzip members, zstd or lz4 frames), each of whole records, mostly
//   one stream   anything else: records run across members, or the file can be read only once; see
//            ingest/stream_records.h
//
// After damage the next record is found: what was lost is one raw record with a reason. Memory: the
// record, in the caller's arena, its member as it is packed, and the rest of it where it holds
// several; gzip members above 64 MiB are read piece by piece. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "archive/record_head.h"
#include "base/arena.h"
#include "codec/unpack.h"
#include "doppel/status.h"
#include "doppel/types.h"
#include "io/byte_window.h"

namespace doppel::archive {

struct RawRecord {
  uint64_t offset = 0;           // in the file; records of one member share its place
  uint64_t length = 0;           // bytes there; 0 for a record that shares its member with others
  std::string_view bytes = {};   // head and block, in the arena; empty when rejected
  std::string_view stored = {};  // its member, in the arena, where it is packed alone; else empty
  WarcHead head = {};            // points into `bytes`; of a record that is too large: in the arena
  Reject reject = Reject::kNone;  // kTooLarge, kTruncated, kCorrupt
  std::string_view detail = {};
};

class RawRecordReader {
 public:
  virtual ~RawRecordReader() = default;
  // The next record. False: the end, or the end of the range. Only an I/O failure is an error.
  virtual Result<bool> next(Arena& arena, RawRecord& raw) = 0;
  // Where the next member will be looked for.
  virtual uint64_t offset() const = 0;
  // Goes on there, up to `end`: for whoever knows the records before `begin`, which are whole. What
  // was met before, damage that is not over above all, still counts, as it would have for a walk
  // over them. REQUIRES: `begin` is not before offset().
  virtual void go_on(uint64_t begin, uint64_t end) = 0;
};

// What kind of file this is.
struct Shape {
  Format format = Format::kWarc;
  codec::Compression compression = codec::Compression::kNone;
  bool in_members = false;  // packed: members hold whole records
  std::string dictionary;   // for zstd
};

// Of a whole file, by its first member. When the bytes do not show a format (the first record is
// damaged), `assumed` is taken; no format without it.
std::optional<Shape> shape_of(io::ByteWindow& file, std::optional<Format> assumed);
inline std::optional<Shape> shape_of(std::string_view file, std::optional<Format> assumed) {
  io::MemoryBytes all(file);
  return shape_of(all, assumed);
}

struct RecordRange {
  uint64_t begin = 0;  // a record or a member begins here
  uint64_t end = UINT64_MAX;
  uint64_t max_record_bytes = uint64_t{64} << 20;
  // Of members, in order: whoever comes to one of these places between two members ends there;
  // whoever passes over one goes on (split_points.h).
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

// A detail for people, in the arena: "the record has 70 bytes, the limit is 64".
std::string_view too_large_detail(uint64_t bytes, uint64_t limit, Arena& arena);

}  // namespace doppel::archive
