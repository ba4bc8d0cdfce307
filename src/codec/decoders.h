// The decoders that byte_stream.cc chooses from: one for each compression, each in its own source.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "codec/byte_stream.h"

namespace doppel::codec {

// Compressed bytes on their way into a decoder, a chunk at a time.
class RawInput {
 public:
  // `head` was already taken from the source.
  RawInput(std::unique_ptr<io::ByteSource> source, std::string_view head);

  // Reads the next chunk if the last one is used up. Afterwards at_end() is true or rest() has
  // bytes.
  Status refill();
  bool at_end() const { return rest_.empty() && source_ended_; }
  std::string_view rest() const { return rest_; }
  void use(size_t bytes) { rest_.remove_prefix(bytes); }

 private:
  std::unique_ptr<io::ByteSource> source_;
  std::vector<char> chunk_;
  std::string_view rest_;
  bool source_ended_ = false;
};

// Decompresses into blocks of a fixed size and copies from them. A decoder that finds damage drops
// bytes that it has not returned yet. With blocks, the bytes before the damage depend on the file
// alone, not on how much the caller reads at a time.
class UnpackedStream : public ByteStream {
 public:
  UnpackedStream();
  Result<size_t> read(std::span<char> into) final;

 protected:
  // Fewer bytes than asked for only at the end.
  virtual Result<size_t> unpack(std::span<char> into) = 0;

 private:
  std::vector<char> block_;
  std::string_view rest_;  // of the block
  bool last_block_ = false;
};

std::unique_ptr<ByteStream> gzip_stream(RawInput raw);
std::unique_ptr<ByteStream> zstd_stream(RawInput raw);
std::unique_ptr<ByteStream> lz4_stream(RawInput raw);

}  // namespace doppel::codec
