// Decompresses a whole member of a file whose compressed length is not known beforehand.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codec/member_stream.h"
#include "codec/unpack.h"
#include "io/byte_window.h"

namespace doppel::codec {

// Guesses of the member's length; wrong ones cost time.
struct MemberGuess {
  size_t packed = 0, unpacked = 0;
};

// The result that Unpacker::unpack() would have with the rest of the file from `at` on. kTooLarge
// may also mean that the member has more compressed bytes than the limit allows. `stream` is used
// for decoders that do not distinguish an incomplete member from a damaged one.
Unpacked unpack_member(io::ByteWindow& file, uint64_t at, Compression compression,
                       const MemberGuess& guess, size_t limit, Unpacker& unpacker,
                       MemberStream& stream, const Unpacker::RoomFn& room);

}  // namespace doppel::codec
