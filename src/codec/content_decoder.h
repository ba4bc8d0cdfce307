// Decodes HTTP content codings: gzip, deflate (with or without zlib's wrapper), br, zstd.
//
// Many archives contain bodies that were already decoded, although the header still names the
// coding: bytes that are not in that coding at all are returned as they are. If the bytes are
// truncated or damaged, the result is what could be decoded before that. The limit protects against
// decompression bombs.
//
// A ContentDecoder holds decoders and can be used for many bodies. Not thread-safe. Throws
// std::bad_alloc if there is no memory for a decoder.
#pragma once

#include <cstdint>
#include <string_view>

#include "codec/unpack.h"

namespace doppel::codec {

enum class DecodeEnd : uint8_t {
  kWhole,
  kTruncated,  // damaged or cut off after some bytes
  kAsIs,       // not of that coding: the bytes as they came
  kUnknown,    // an unknown coding: the bytes as they came
  kTooLarge,
};

struct Decoded {
  DecodeEnd end = DecodeEnd::kWhole;
  std::string_view bytes;
};

class ContentDecoder {
 public:
  // `codings` is the value of Content-Encoding: "gzip", "gzip, br" (the last was applied last).
  Decoded decode(std::string_view codings, std::string_view bytes, size_t limit,
                 const Unpacker::RoomFn& room);

 private:
  Decoded decode_one(std::string_view coding, std::string_view bytes, size_t limit,
                     const Unpacker::RoomFn& room);

  Unpacker unpacker_;
};

}  // namespace doppel::codec
