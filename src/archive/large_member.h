// Reads a gzip member that is too large to be decompressed at once, piece by piece: its record, if
// that is within the limit, and how the member ends.
#pragma once

#include <cstdint>
#include <string_view>

#include "archive/raw_records.h"
#include "codec/member_stream.h"

namespace doppel::archive {

struct LargeMember {
  RawRecord raw;          // its record; `offset`, `length` and `stored` are the caller's
  uint64_t more = 0;      // unpacked bytes after the record
  uint64_t unpacked = 0;  // all of them
  size_t consumed = 0;    // packed bytes of the member, or those before the damage
  codec::MemberEnd end = codec::MemberEnd::kInside;
};

// The member begins at `at`. Memory: the record, in the arena.
LargeMember read_large_member(io::ByteWindow& file, uint64_t at, Format format,
                              uint64_t max_record_bytes, codec::MemberStream& stream, Arena& arena);

}  // namespace doppel::archive
