// Where does a record begin in the middle of a packed archive?
//
// find_member() looks for the magic of a member and unpacks its first bytes: a head must stand
// there. That is how the walk over a file goes on after damage. Whether the walk would come to that
// place of its own nobody can tell from the middle; is_likely() guesses, so that few guesses are
// wrong where nobody is hostile. Whoever acts on a guess has to wait for the walk (split_points.h).
// Pure; linear in the bytes looked at.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "archive/record_head.h"
#include "codec/member_stream.h"
#include "codec/unpack.h"
#include "io/byte_window.h"

namespace doppel::archive {

class MemberFinder {
 public:
  MemberFinder(codec::Compression compression, Format format)
      : compression_(compression), format_(format) {}

  // For zstd, as Unpacker has it.
  bool set_dictionary(std::string_view dictionary) { return unpacker_.set_dictionary(dictionary); }

  // The first place at or after `from` where a member begins that holds a record; the file's size
  // when there is none.
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
