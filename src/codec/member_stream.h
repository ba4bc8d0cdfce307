// Reads one gzip member piece by piece: for members too large to be decompressed as a whole, and to
// distinguish a truncated member from a damaged one. Uses zlib; slower than Unpacker.
//
// The compressed bytes, or their window, must outlive the stream, and nothing else may use the
// window while a member is read. Not thread-safe. Throws std::bad_alloc if there is no memory for a
// decoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "io/byte_window.h"

namespace doppel::codec {

enum class MemberEnd : uint8_t { kInside, kWhole, kTruncated, kCorrupt };

class MemberStream {
 public:
  MemberStream();
  ~MemberStream();
  MemberStream(const MemberStream&) = delete;
  MemberStream& operator=(const MemberStream&) = delete;

  // Starts a new member at the beginning of `packed`.
  void start(std::string_view packed);
  // The same at an offset of a file, of which only a part is in memory.
  void start(io::ByteWindow& file, uint64_t at);
  // Fewer bytes than asked for only at the end of the member; end() then says how it ended.
  size_t read(std::span<char> into);
  // Reads to the end of the member without keeping anything; returns the number of bytes.
  uint64_t skip();

  MemberEnd end() const { return end_; }
  // Packed bytes used so far.
  size_t consumed() const;

 private:
  struct Inflate;

  std::unique_ptr<Inflate> inflate_;
  std::optional<io::MemoryBytes> memory_;  // what start() was given, if it was bytes
  io::ByteWindow* packed_ = nullptr;
  uint64_t begin_ = 0;
  size_t fed_ = 0;  // packed bytes handed to zlib
  MemberEnd end_ = MemberEnd::kInside;
};

}  // namespace doppel::codec
