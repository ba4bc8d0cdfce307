// Compresses records one by one, as in archives: each is a gzip member, a zstd frame or an lz4
// frame.
//
// The same input always gives the same bytes: gzip level 6 without a name or a time (short records:
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

  // For zstd: the dictionary of the other frames of that file.
  void set_dictionary(std::string_view dictionary);

  // Appends the member to `out`; plain bytes are appended as they are.
  void pack(std::string_view record, std::string& out);

 private:
  struct Encoders;

  Compression compression_;
  std::unique_ptr<Encoders> encoders_;
};

}  // namespace doppel::codec
