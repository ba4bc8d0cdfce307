// Where does a record begin in the middle of a compressed archive?
//
// find_member() searches for the magic number of a member and decompresses its first bytes, which
// must be a record's header. The reader uses it to continue after damage. It cannot be known from
// the middle of a file whether a reader that starts at the beginning would come to that member:
// is_likely() guesses, and is seldom wrong unless the file is hostile. Code that acts on a guess
// must confirm it later (split_points.h). Pure; linear in the bytes read.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "archive/record_header.h"
#include "codec/member_stream.h"
#include "codec/unpack.h"
#include "io/byte_window.h"

namespace doppel::archive {

class MemberFinder {
 public:
  MemberFinder(codec::Compression compression, Format format)
      : compression_(compression), format_(format) {}

  // For zstd, as in Unpacker.
  bool set_dictionary(std::string_view dictionary) { return unpacker_.set_dictionary(dictionary); }

  // The offset of the first member at or after `from` that contains a record; the file's size if
  // there is none.
  size_t find_member(io::ByteWindow& file, size_t from);

  // Whether a member of the file itself seems to begin here, not one of an archive that is stored
  // inside a record. For gzip. REQUIRES: find_member() gave `at`.
  bool is_likely(io::ByteWindow& file, size_t at);

 private:
  bool holds_record(std::string_view packed);

  codec::Compression compression_;
  Format format_;
  codec::Unpacker unpacker_;
  codec::MemberStream stream_;
  std::string scratch_;
};

}  // namespace doppel::archive
