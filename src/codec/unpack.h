// Decompresses one member at the beginning of some bytes: a gzip member, a zstd frame, an lz4
// frame.
//
// In archives a member is usually one record. The bytes after the member are ignored: `consumed`
// says where it ends. The caller provides the memory: `room` is called once, or again for more, up
// to the limit, which protects against decompression bombs. gzip uses libdeflate, which needs the
// whole member in memory (unpack_member.h finds its length).
//
// An Unpacker holds decoders and can be used for many members. Not thread-safe. Throws
// std::bad_alloc if there is no memory for a decoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "codec/compression.h"

namespace doppel::codec {

enum class UnpackEnd : uint8_t {
  kWhole,
  kTooLarge,  // more than the limit
  kBroken,    // damaged or truncated: libdeflate does not distinguish the two
};

struct Unpacked {
  UnpackEnd end = UnpackEnd::kBroken;
  std::string_view bytes;  // in the memory that `room` gave last; empty unless whole
  size_t consumed = 0;     // compressed bytes of the member; of a broken frame, how many were read
  size_t unpacked = 0;     // of a broken frame, how many bytes were decompressed
};

class Unpacker {
 public:
  // `at_least` bytes or more; the memory of an earlier call is no longer needed.
  struct Room {
    char* data = nullptr;
    size_t size = 0;
  };
  using RoomFn = std::function<Room(size_t at_least)>;

  Unpacker();
  ~Unpacker();
  Unpacker(Unpacker&&) noexcept;
  Unpacker& operator=(Unpacker&&) noexcept;

  // The dictionary for zstd frames (the WARC dictionary extension). False if it is not valid.
  bool set_dictionary(std::string_view dictionary);

  // `first_guess` is the size of the first room.
  Unpacked unpack(Compression compression, std::string_view packed, size_t first_guess,
                  size_t limit, const RoomFn& room);

  // Decompresses the first bytes of a zstd or lz4 frame, as far as `packed` and `into` go; returns
  // their number, or 0 if there is no frame.
  size_t peek(Compression compression, std::string_view packed, std::span<char> into);

 private:
  struct Decoders;

  Unpacked gzip(std::string_view packed, size_t guess, size_t limit, const RoomFn& room);
  Unpacked zstd(std::string_view packed, size_t guess, size_t limit, const RoomFn& room);
  Unpacked lz4(std::string_view packed, size_t guess, size_t limit, const RoomFn& room);

  std::unique_ptr<Decoders> decoders_;
};

}  // namespace doppel::codec
