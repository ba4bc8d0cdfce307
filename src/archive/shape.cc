#include <algorithm>

#include "archive/raw_records.h"
#include "archive/record_finder.h"
#include "codec/frame_length.h"
#include "codec/member_stream.h"
#include "codec/unpack_member.h"

namespace doppel::archive {
namespace {

// If the first member decompresses to more than this, and its first record does not fill it, the
// whole file is compressed as one member.
constexpr size_t kFirstMemberBytes = size_t{4} << 20;

// The first bytes of the first member that is not empty, and how its decompression ended.
struct FirstMember {
  std::string bytes;
  codec::UnpackEnd end = codec::UnpackEnd::kBroken;
};

FirstMember first_member(io::ByteWindow& file, const Shape& shape) {
  codec::Unpacker unpacker;
  codec::MemberStream stream;
  if (!shape.dictionary.empty()) unpacker.set_dictionary(shape.dictionary);
  FirstMember out;
  std::string memory;
  uint64_t at = 0;
  while (at < file.size()) {
    const codec::MemberGuess guess{.packed = size_t{16} << 10, .unpacked = size_t{64} << 10};
    codec::Unpacked member = codec::unpack_member(
        file, at, shape.compression, guess, kFirstMemberBytes, unpacker, stream, [&](size_t n) {
          memory.resize(n);
          return codec::Unpacker::Room{memory.data(), n};
        });
    out.end = member.end;
    out.bytes = member.bytes;
    if (member.end != codec::UnpackEnd::kWhole || !member.bytes.empty()) break;
    at += member.consumed;
  }
  if (out.end == codec::UnpackEnd::kTooLarge) {  // the room is full of its first bytes
    size_t kept = max_header_bytes(Format::kWarc);
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

bool in_members(const FirstMember& member, Format format) {
  if (member.end == codec::UnpackEnd::kBroken)
    return true;  // damaged: the reader will search for the next member
  if (member.end == codec::UnpackEnd::kWhole) return holds_whole_records(format, member.bytes);
  WarcHeader head;
  return parse_header(format, member.bytes, head) == HeaderFault::kNone &&
         head.content_length > kFirstMemberBytes / 2;
}

}  // namespace

std::optional<Shape> shape_of(io::ByteWindow& file, std::optional<Format> assumed) {
  Shape shape;
  shape.compression = codec::compression_of_bytes(file.at(0, 8).substr(0, 8));
  if (shape.compression == codec::Compression::kNone) {
    std::optional<Format> format = format_of(file.at(0, max_header_bytes(Format::kArc)));
    if (!format) format = assumed;
    if (!format) return std::nullopt;
    shape.format = *format;
    return shape;
  }
  if (shape.compression == codec::Compression::kZstd)
    shape.dictionary = codec::warc_dictionary(file);
  FirstMember member = first_member(file, shape);
  std::optional<Format> format = format_of(member.bytes);
  if (!format) format = assumed;
  if (!format) return std::nullopt;
  shape.format = *format;
  shape.in_members = in_members(member, *format);
  return shape;
}

}  // namespace doppel::archive
