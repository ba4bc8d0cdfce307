// The uncompressed bytes of an input, pulled in order.
//
// gzip: any number of members, of any size, with zero bytes after or between them. zstd: any number
// of frames, skippable ones included, windows up to 128 MiB; lz4 likewise. Checksums are verified.
// A damaged stream is not an error: it gives the bytes before the damage and then ends, and end()
// says why.
//
// Memory: some 300 KiB; for zstd the frame's window as well. Not thread-safe. Throws std::bad_alloc
// if there is no memory for a decoder.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "codec/compression.h"
#include "doppel/status.h"
#include "doppel/types.h"
#include "io/byte_source.h"

namespace doppel::codec {

struct StreamEnd {
  Reject reason = Reject::kNone;  // kNone: as it should; kTruncated, kCorrupt
  std::string detail;             // "the gzip stream is cut short"
};

class ByteStream {
 public:
  virtual ~ByteStream() = default;
  // Fewer bytes than asked for only at the end. An error is a failure of the source.
  virtual Result<size_t> read(std::span<char> into) = 0;
  // How the stream ended, once read() gave fewer bytes than asked for.
  const StreamEnd& end() const { return end_; }

 protected:
  StreamEnd end_;
};

// Recognises the compression by the first bytes.
Result<std::unique_ptr<ByteStream>> open_stream(std::unique_ptr<io::ByteSource> source);
// The same stream with `head` before it, for callers that had to read its first bytes.
std::unique_ptr<ByteStream> prefixed_stream(std::string head, std::unique_ptr<ByteStream> stream);
// The bytes as they are, even if they look compressed: for the middle of a plain file.
std::unique_ptr<ByteStream> plain_stream(std::unique_ptr<io::ByteSource> source);

}  // namespace doppel::codec
