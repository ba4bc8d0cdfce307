// What becomes of each page of an archive: the certificates of a run in the terms of WARC.
//
//   kept                                           copied
//   removed, and its body is that of a page that stays   a revisit of that page
//   removed, otherwise                             copied, with a note; dropped when asked
//   removed, and derived (a conversion, as in WET) dropped
//
// Bodies are equal when they are the same bytes as sent, at least 256 of them, and give the same
// text. Of such pages one stays: the one that is kept, else the first. So a revisit never refers to
// a revisit; a revisit of the input that refers to a page that becomes one is turned to where that
// one refers. Immutable once made; safe to share between threads.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "archive/warc_record.h"
#include "base/hash.h"
#include "doppel/dedup.h"
#include "engine/archive_copy.h"

namespace doppel::engine {

struct EditPage {
  Hash128 form;  // equal for equal texts, byte for byte
  Hash128 body;  // of what was sent; zero: never a revisit
  Kind kind = Kind::kText;
  std::string_view url, id;  // id as JSON
  int64_t fetched_ms = -1;
  bool removed = false;
  size_t kept = 0;  // if removed: the page kept instead
  Level level = Level::kNear;
  Similarity similarity = {};
};

// The hash a body is known by; zero for one that is too small to be revisited.
Hash128 body_hash(const Record& record);

class ArchiveEdits {
 public:
  // The pages' views must outlive this.
  ArchiveEdits(std::vector<EditPage> pages, std::string predicate, bool drop_near);

  Edit of(size_t page, const archive::WarcHead& head) const;

 private:
  archive::Original original(size_t page) const;

  std::vector<EditPage> pages_;
  std::string predicate_;
  bool drop_near_;
  std::vector<size_t> original_;                     // of each page; itself: no revisit
  std::unordered_map<Hash128, size_t> becomes_one_;  // URL and date of pages that become revisits
};

}  // namespace doppel::engine
