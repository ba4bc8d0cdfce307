// Where does a record begin in the middle of a packed archive?
//
// find_unit() looks for the magic of a unit and unpacks its first bytes: a head must stand there.
// That is enough to go on after damage. To read a file in several splits it is not: an archive may
// hold another archive, stored inside its own unit, whose records look the same. confirm() tells
// them apart; see the source. Pure; linear in the bytes looked at.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "archive/member_stream.h"
#include "archive/record_head.h"
#include "archive/unpack.h"

namespace doppel::archive {

class MemberFinder {
 public:
  MemberFinder(Packing packing, Format format) : packing_(packing), format_(format) {}

  // For zstd, as Unpacker has it.
  bool set_dictionary(std::string_view dictionary) { return unpacker_.set_dictionary(dictionary); }

  // The first place at or after `from` where a unit begins that holds a record; the file's size
  // when there is none.
  size_t find_unit(std::string_view file, size_t from);

  // Whether a unit of the file itself begins here, not of an archive stored inside a record.
  // For gzip. REQUIRES: find_unit() gave `at`.
  bool confirm(std::string_view file, size_t at);

 private:
  bool holds_record(std::string_view packed);

  Packing packing_;
  Format format_;
  Unpacker unpacker_;
  MemberStream stream_;
  std::string scratch_;
};

}  // namespace doppel::archive
