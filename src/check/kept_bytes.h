// Compares the records in a kept file with what they should be, piece by piece.
//
// The file must be compressed like its input, in one member (docs/design/output.md): one gzip
// member without name and time, one zstd or lz4 frame, or not compressed; nothing may follow. The
// compressed bytes themselves are not compared, because another version of a library gives other
// bytes. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codec/byte_stream.h"
#include "codec/member_stream.h"
#include "io/file_window.h"

namespace doppel::checks {

class KeptBytes {
 public:
  // REQUIRES: a regular file.
  static Result<KeptBytes> open(const std::string& path, codec::Compression compression);

  // Do these bytes come next? Once it has returned false, it always returns false.
  Result<bool> next_are(std::string_view bytes);
  // Does the file end here, and is it compressed in one member?
  Result<bool> end_here();

 private:
  KeptBytes(std::unique_ptr<io::FileWindow> file, codec::Compression compression)
      : file_(std::move(file)), compression_(compression) {}

  Result<size_t> read(std::span<char> into);
  bool is_one_member();

  std::unique_ptr<io::FileWindow> file_;
  codec::Compression compression_;
  uint64_t at_ = 0;                              // of a plain file
  std::unique_ptr<codec::MemberStream> member_;  // of gzip
  std::unique_ptr<codec::ByteStream> frames_;    // of zstd and lz4
  std::vector<char> buffer_;
  bool same_ = true;
};

}  // namespace doppel::checks
