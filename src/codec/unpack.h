// One packed member at the front of some bytes, unpacked: a gzip member, a zstd frame, an lz4
// frame.
//
// In archives a member usually is one record. What follows the member is not looked at: `consumed`
// says where it ends. Memory is the caller's: `room` is asked for space and may be asked again for
// more, up to the limit, which is the guard against bombs. gzip by libdeflate, which wants the
// whole member in memory (unpack_member.h finds how long it is).
//
// An Unpacker holds decoders and may be used again; not thread-safe. std::bad_alloc where there is
// no memory for a decoder.
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
  kBroken,    // damaged, or cut off: libdeflate does not tell the two apart
};

struct Unpacked {
  UnpackEnd end = UnpackEnd::kBroken;
  std::string_view bytes;  // in the memory that `room` gave last; empty unless whole
  size_t consumed = 0;     // packed bytes of the member; of a broken frame: so many were read
  size_t unpacked = 0;     // of a broken frame: so many bytes came out of it
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

  // The dictionary for zstd frames (the WARC dictionary extension). False: it is none.
  bool set_dictionary(std::string_view dictionary);

  // `first_guess` is what is asked for first.
  Unpacked unpack(Compression compression, std::string_view packed, size_t first_guess,
                  size_t limit, const RoomFn& room);

  // The first bytes of a zstd or lz4 frame, as far as `packed` and `into` go; 0 when it is none.
  size_t peek(Compression compression, std::string_view packed, std::span<char> into);

 private:
  struct Decoders;

  Unpacked gzip(std::string_view packed, size_t guess, size_t limit, const RoomFn& room);
  Unpacked zstd(std::string_view packed, size_t guess, size_t limit, const RoomFn& room);
  Unpacked lz4(std::string_view packed, size_t guess, size_t limit, const RoomFn& room);

  std::unique_ptr<Decoders> decoders_;
};

}  // namespace doppel::codec
