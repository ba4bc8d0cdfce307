// A member of a packed file, unpacked whole, whose packed length nobody knows beforehand.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codec/member_stream.h"
#include "codec/unpack.h"
#include "io/byte_window.h"

namespace doppel::codec {

// How long the member may be; wrong guesses cost time.
struct MemberGuess {
  size_t packed = 0, unpacked = 0;
};

// What Unpacker::unpack() says of the member at `at` when it has all of the file before it.
// kTooLarge may also mean that its packed bytes are more than a member within the limit should
// have. `stream` is used where a decoder does not tell a member that goes on from a damaged one.
Unpacked unpack_member(io::ByteWindow& file, uint64_t at, Compression compression,
                       const MemberGuess& guess, size_t limit, Unpacker& unpacker,
                       MemberStream& stream, const Unpacker::RoomFn& room);

}  // namespace doppel::codec
