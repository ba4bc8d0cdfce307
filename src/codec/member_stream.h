// One gzip member read piece by piece: for what is larger than whole-buffer decoding should hold,
// and to tell a member that is cut off from one that is damaged. By zlib; slower than Unpacker.
//
// The packed bytes, or their window, must outlive the stream; while a member is read nobody else
// uses the window. Not thread-safe. std::bad_alloc where there is no
// memory for a decoder.
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

  // Begins at the front of `packed`; what was read before is forgotten.
  void start(std::string_view packed);
  // The same at a place of a file, of which no more than a piece is in memory.
  void start(io::ByteWindow& file, uint64_t at);
  // Fewer bytes than asked for only at the end of the member; end() then says how it ended.
  size_t read(std::span<char> into);
  // Reads on to the end without keeping anything; gives the number of bytes.
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
