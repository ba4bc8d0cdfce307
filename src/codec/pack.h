// Records packed one by one, as archives want them: a gzip member, a zstd frame, an lz4 frame each.
//
// The same bytes in give the same bytes out: gzip level 6 without a name or a time (short records:
// short_member.h), zstd level 3 and lz4 with a content checksum. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "codec/unpack.h"

namespace doppel::codec {

class Packer {
 public:
  explicit Packer(Compression compression);
  ~Packer();
  Packer(Packer&&) noexcept;
  Packer& operator=(Packer&&) noexcept;

  // For zstd: frames are made with it, as the other frames of that file are.
  void set_dictionary(std::string_view dictionary);

  // Appends the member to `out`; plain bytes are appended as they are.
  void pack(std::string_view record, std::string& out);

 private:
  struct Encoders;

  Compression compression_;
  std::unique_ptr<Encoders> encoders_;
};

}  // namespace doppel::codec
