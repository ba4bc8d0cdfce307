#include <algorithm>

#include "archive/frames.h"
#include "archive/record_cutter.h"
#include "codec/frame_length.h"
#include "codec/member_stream.h"
#include "codec/unpack_unit.h"

namespace doppel::archive {
namespace {

// A first unit that unpacks to more than this, and is not filled by its first record, is a whole
// file packed at once.
constexpr size_t kFirstUnitBytes = size_t{4} << 20;

// The first bytes of the first unit that holds any, and whether it holds whole records.
struct FirstUnit {
  std::string bytes;
  codec::UnpackEnd end = codec::UnpackEnd::kBroken;
};

FirstUnit first_unit(io::ByteWindow& file, const Shape& shape) {
  codec::Unpacker unpacker;
  codec::MemberStream stream;
  if (!shape.dictionary.empty()) unpacker.set_dictionary(shape.dictionary);
  FirstUnit out;
  std::string memory;
  uint64_t at = 0;
  while (at < file.size()) {
    const codec::UnitGuess guess{.packed = size_t{16} << 10, .unpacked = size_t{64} << 10};
    codec::Unpacked unit = codec::unpack_unit(file, at, shape.compression, guess, kFirstUnitBytes,
                                              unpacker, stream, [&](size_t n) {
                                                memory.resize(n);
                                                return codec::Unpacker::Room{memory.data(), n};
                                              });
    out.end = unit.end;
    out.bytes = unit.bytes;
    if (unit.end != codec::UnpackEnd::kWhole || !unit.bytes.empty()) break;
    at += unit.consumed;
  }
  if (out.end == codec::UnpackEnd::kTooLarge) {  // the room is full of its first bytes
    size_t kept = max_head_bytes(Format::kWarc);
    out.bytes.resize(kept);
    if (shape.compression == codec::Compression::kGzip) {
      stream.start(file, at);
      out.bytes.resize(stream.read(out.bytes));
    } else {
      out.bytes = memory.substr(0, kept);
    }
  }
  return out;
}

bool in_units(const FirstUnit& unit, Format format) {
  if (unit.end == codec::UnpackEnd::kBroken)
    return true;  // damage: the next unit will be looked for
  if (unit.end == codec::UnpackEnd::kWhole) return holds_whole_records(format, unit.bytes);
  WarcHead head;
  return parse_head(format, unit.bytes, head) == HeadFault::kNone &&
         head.content_length > kFirstUnitBytes / 2;
}

}  // namespace

std::optional<Shape> shape_of(io::ByteWindow& file, std::optional<Format> assumed) {
  Shape shape;
  shape.compression = codec::compression_of_bytes(file.at(0, 8).substr(0, 8));
  if (shape.compression == codec::Compression::kNone) {
    std::optional<Format> format = format_of(file.at(0, max_head_bytes(Format::kArc)));
    if (!format) format = assumed;
    if (!format) return std::nullopt;
    shape.format = *format;
    return shape;
  }
  if (shape.compression == codec::Compression::kZstd)
    shape.dictionary = codec::warc_dictionary(file);
  FirstUnit unit = first_unit(file, shape);
  std::optional<Format> format = format_of(unit.bytes);
  if (!format) format = assumed;
  if (!format) return std::nullopt;
  shape.format = *format;
  shape.in_units = in_units(unit, *format);
  return shape;
}

}  // namespace doppel::archive
