#include <algorithm>

#include "archive/frames.h"
#include "archive/member_stream.h"
#include "archive/record_cutter.h"

namespace doppel::archive {
namespace {

// A first unit that unpacks to more than this, and is not filled by its first record, is a whole
// file packed at once.
constexpr size_t kFirstUnitBytes = size_t{4} << 20;

// The first bytes of the first unit that holds any, and whether it holds whole records.
struct FirstUnit {
  std::string bytes;
  UnpackEnd end = UnpackEnd::kBroken;
};

FirstUnit first_unit(std::string_view file, const Shape& shape) {
  Unpacker unpacker;
  if (!shape.dictionary.empty()) unpacker.set_dictionary(shape.dictionary);
  FirstUnit out;
  std::string memory;
  for (size_t at = 0; at < file.size();) {
    Unpacked unit = unpacker.unpack(shape.packing, file.substr(at), size_t{64} << 10,
                                    kFirstUnitBytes, [&](size_t n) {
                                      memory.resize(n);
                                      return Unpacker::Room{memory.data(), n};
                                    });
    out.end = unit.end;
    out.bytes = unit.bytes;
    if (unit.end != UnpackEnd::kWhole || !unit.bytes.empty()) break;
    at += unit.consumed;
  }
  if (out.end == UnpackEnd::kTooLarge) {  // the room is full of its first bytes
    size_t kept = max_head_bytes(Format::kWarc);
    out.bytes.resize(kept);
    if (shape.packing == Packing::kGzip) {
      MemberStream stream;
      stream.start(file);
      out.bytes.resize(stream.read(out.bytes));
    } else {
      out.bytes = memory.substr(0, kept);
    }
  }
  return out;
}

bool in_units(const FirstUnit& unit, Format format) {
  if (unit.end == UnpackEnd::kBroken) return true;  // damage: the next unit will be looked for
  if (unit.end == UnpackEnd::kWhole) return holds_whole_records(format, unit.bytes);
  WarcHead head;
  return parse_head(format, unit.bytes, head) == HeadFault::kNone &&
         head.content_length > kFirstUnitBytes / 2;
}

}  // namespace

std::optional<Shape> shape_of(std::string_view file, std::optional<Format> assumed) {
  Shape shape;
  shape.packing = packing_of(file.substr(0, 8));
  if (shape.packing == Packing::kPlain) {
    std::optional<Format> format = format_of(file.substr(0, max_head_bytes(Format::kWarc)));
    if (!format) format = assumed;
    if (!format) return std::nullopt;
    shape.format = *format;
    return shape;
  }
  if (shape.packing == Packing::kZstd) shape.dictionary = warc_dictionary(file);
  FirstUnit unit = first_unit(file, shape);
  std::optional<Format> format = format_of(unit.bytes);
  if (!format) format = assumed;
  if (!format) return std::nullopt;
  shape.format = *format;
  shape.in_units = in_units(unit, *format);
  return shape;
}

}  // namespace doppel::archive
