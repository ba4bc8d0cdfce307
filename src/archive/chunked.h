// Decodes HTTP's chunked transfer coding.
//
//   1a;ext=1 CRLF <26 bytes> CRLF ... 0 CRLF [trailers] CRLF
//
// The result is never longer than the input. Pure, linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace doppel::archive {

enum class ChunkedEnd : uint8_t {
  kWhole,       // ended with the chunk of length 0
  kTruncated,   // the bytes end before the last chunk; the result is what is there
  kNotChunked,  // it does not begin with a chunk; the result is empty
  kBroken,      // a later chunk is invalid; the result is what comes before it
};

struct Dechunked {
  ChunkedEnd end = ChunkedEnd::kNotChunked;
  size_t bytes = 0;  // written to `out`
};

// REQUIRES: room for body.size() bytes at `out`, which may be the body itself.
Dechunked dechunk(std::string_view body, char* out);

}  // namespace doppel::archive
