// A body in HTTP's chunked transfer coding, undone.
//
//   1a;ext=1 CRLF <26 bytes> CRLF ... 0 CRLF [trailers] CRLF
//
// Never longer than what came in. Pure, linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace doppel::archive {

enum class ChunkedEnd : uint8_t {
  kWhole,       // ended with the chunk of length 0
  kTruncated,   // the bytes end before the last chunk: what came is given
  kNotChunked,  // it does not begin with a chunk: nothing is given
  kBroken,      // a later chunk is none: what came before it is given
};

struct Dechunked {
  ChunkedEnd end = ChunkedEnd::kNotChunked;
  size_t bytes = 0;  // written to `out`
};

// REQUIRES: room for body.size() bytes at `out`; it may be the body itself, which is then
// overwritten from its front.
Dechunked dechunk(std::string_view body, char* out);

}  // namespace doppel::archive
