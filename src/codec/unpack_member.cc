// The first attempt reads as many bytes as the member is guessed to have. If the decoder succeeds,
// it has seen all of the member. If not, it has met either damage or the end of the bytes read so
// far; the next attempt reads four times as many, so that all attempts together cost a third more
// than the last.
//
// Decoders of zstd and lz4 distinguish the two cases: one that ran out of bytes has used all of
// them. libdeflate does not. Up to 1 MiB, more bytes are simply tried. Beyond that, zlib checks
// them once, so that a damaged member does not bring the rest of the file into memory. If zlib
// finds no damage, more bytes are tried, up to the largest compressed size of a member within the
// limit.
//
// Tested by raw_records_test.cc, with windows that hold no more than was wanted.
#include "codec/unpack_member.h"

#include <algorithm>

namespace doppel::codec {
namespace {

constexpr size_t kTriedWithoutLooking = size_t{1} << 20;

// Bytes that cannot be compressed grow a little.
uint64_t most_packed(size_t limit) { return limit + uint64_t{limit} / 8 + kTriedWithoutLooking; }

bool goes_on(Compression compression, std::string_view packed, const Unpacked& member,
             MemberStream& stream, bool& looked) {
  if (compression != Compression::kGzip) return member.consumed == packed.size();
  if (looked || packed.size() < kTriedWithoutLooking) return true;
  looked = true;
  stream.start(packed);
  stream.skip();
  return stream.end() == MemberEnd::kTruncated;
}

}  // namespace

Unpacked unpack_member(io::ByteWindow& file, uint64_t at, Compression compression,
                       const MemberGuess& guess, size_t limit, Unpacker& unpacker,
                       MemberStream& stream, const Unpacker::RoomFn& room) {
  bool looked = false;
  for (size_t wanted = guess.packed;;) {
    const std::string_view packed = file.at(at, wanted);
    Unpacked member = unpacker.unpack(compression, packed, guess.unpacked, limit, room);
    const bool is_all = at + packed.size() >= file.size() || packed.size() < wanted;
    if (member.end != UnpackEnd::kBroken || is_all) return member;
    if (!goes_on(compression, packed, member, stream, looked)) return member;
    if (packed.size() > most_packed(limit)) return {.end = UnpackEnd::kTooLarge, .bytes = {}};
    wanted = 4 * packed.size();
  }
}

}  // namespace doppel::codec
