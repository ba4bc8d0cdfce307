// HTTP content codings undone: gzip, deflate (with zlib's wrapper or without), br, zstd.
//
// A coding that was undone by whoever wrote the archive, but is still named in the head, is common:
// when nothing of the bytes is of that coding, they are given back as they are. When the bytes are
// cut or damaged, what could be decoded before that is given. The limit is the guard against bombs.
//
// A ContentDecoder holds decoders and may be used again; not thread-safe. std::bad_alloc where
// there is no memory for a decoder.
#pragma once

#include <cstdint>
#include <string_view>

#include "codec/unpack.h"

namespace doppel::codec {

enum class DecodeEnd : uint8_t {
  kWhole,
  kTruncated,  // damaged or cut off after some bytes
  kAsIs,       // not of that coding: the bytes as they came
  kUnknown,    // a coding nobody here knows: the bytes as they came
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
