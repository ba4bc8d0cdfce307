// A unit of a packed file, unpacked whole, whose packed length nobody knows beforehand.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codec/member_stream.h"
#include "codec/unpack.h"
#include "io/byte_window.h"

namespace doppel::codec {

// How long the unit may be; wrong guesses cost time.
struct UnitGuess {
  size_t packed = 0, unpacked = 0;
};

// What Unpacker::unpack() says of the unit at `at` when it has all of the file before it. kTooLarge
// may also mean that its packed bytes are more than a unit within the limit should have. `stream`
// is used where a decoder does not tell a unit that goes on from a damaged one.
Unpacked unpack_unit(io::ByteWindow& file, uint64_t at, Compression compression,
                     const UnitGuess& guess, size_t limit, Unpacker& unpacker, MemberStream& stream,
                     const Unpacker::RoomFn& room);

}  // namespace doppel::codec
