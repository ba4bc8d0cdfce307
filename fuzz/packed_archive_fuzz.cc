// Any bytes as a packed archive. The first byte chooses the packing and whether the bytes are
// packed first, and which byte of the packed file is then damaged.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "archive/member_finder.h"
#include "archive/member_reader.h"
#include "archive/split_points.h"
#include "archive_checks.h"
#include "codec/pack.h"
#include "doppel/check.h"
#include "io/brief_window.h"

namespace {

using namespace doppel;
using namespace doppel::archive;
using namespace doppel::codec;
using namespace doppel::io;

// A record that is packed alone is the same when its member is read again.
void check_members(RawRecordReader& raw_records, const Shape& shape) {
  MemberReader members(shape);
  RawRecord raw;
  for (Arena arena; *raw_records.next(arena, raw);) {
    if (raw.stored.empty()) continue;
    auto known = heads_of(shape.format, raw.bytes), heads = members.heads(raw.stored);
    fuzz::require(known && heads && heads->head.header_bytes == known->head.header_bytes &&
                  heads->http.header_bytes == known->http.header_bytes);
    auto whole = members.whole(raw.stored);
    fuzz::require(whole && whole->record == raw.bytes);
  }
}

// Appends the places and records of a walk; gives where it ended.
uint64_t walk(RawRecordReader& raw_records, std::string& records) {
  RawRecord raw;
  for (Arena arena; *raw_records.next(arena, raw); arena.clear()) {
    records += std::to_string(raw.offset) + "+" + std::to_string(raw.length) + " ";
    records.append(name(raw.reject)).append(raw.detail).append(raw.bytes).push_back('\n');
  }
  return raw_records.offset();
}

// Walks that end at stops, joined, are one walk, wherever the stops are.
void check_stops(std::string_view file, const Shape& shape, RecordRange range) {
  std::string whole, joined;
  walk(*packed_records(file, shape, range), whole);
  std::vector<uint64_t> stops = {file.size() / 3, file.size() / 2};
  MemberFinder finder(shape.compression, shape.format);
  if (!shape.dictionary.empty()) finder.set_dictionary(shape.dictionary);
  MemoryBytes bytes(file);
  for (size_t at = 1; (at = finder.find_member(bytes, at)) < file.size(); ++at) stops.push_back(at);
  std::sort(stops.begin(), stops.end());
  range.stops = stops;
  while (range.begin < file.size()) {
    uint64_t end = walk(*packed_records(file, shape, range), joined);
    fuzz::require(end > range.begin);
    range.begin = end;
  }
  fuzz::require(joined == whole);
}

// Whatever is in memory of the file at a time, the walk is the same.
void check_windows(std::string_view file, const Shape& shape, const RecordRange& range) {
  BriefWindow brief(file);
  const auto seen = shape_of(brief, Format::kWarc);
  fuzz::require(seen && seen->in_members == shape.in_members && seen->format == shape.format);
  std::string whole, in_pieces;
  walk(*packed_records(file, shape, range), whole);
  walk(*packed_records(std::make_unique<BriefWindow>(file), shape, range), in_pieces);
  fuzz::require(whole == in_pieces);
}

void check_archive(std::string_view packed) {
  fuzz::Exact file(packed);
  std::optional<Shape> shape = shape_of(file.bytes(), Format::kWarc);
  fuzz::require(shape.has_value());
  if (shape->compression != Compression::kNone && !shape->in_members) return;
  RecordRange range{.max_record_bytes = 10'000};
  if (shape->compression == Compression::kNone) return;
  fuzz::check_raw_records(*packed_records(file.bytes(), *shape, range), shape->format);
  check_windows(file.bytes(), *shape, range);
  check_members(*packed_records(file.bytes(), *shape, range), *shape);
  check_stops(file.bytes(), *shape, range);
  uint64_t last = 0;
  for (uint64_t point : find_split_points(file.bytes(), *shape, 50)) {
    fuzz::require(point >= last + 50 && point + 50 <= file.bytes().size());
    last = point;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  std::string_view bytes(reinterpret_cast<const char*>(data) + 3, size - 3);
  auto compression = static_cast<Compression>(1 + data[0] % 3);
  if (data[0] & 0x80) {
    check_archive(bytes);
    return 0;
  }
  std::string packed;
  Packer packer(compression);
  size_t half = bytes.size() / 2;
  packer.pack(bytes.substr(0, half), packed);
  packer.pack(bytes.substr(half), packed);
  packed[data[1] % packed.size()] = static_cast<char>(data[2]);
  check_archive(packed);
  return 0;
}
