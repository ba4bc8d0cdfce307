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
// one refers. Where earlier archives are said to hold a payload, its pages refer there, kept ones
// too. Immutable once made; safe to share between threads.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "archive/revisit.h"
#include "base/hash.h"
#include "doppel/dedup.h"
#include "engine/archive_page.h"
#include "engine/earlier_captures.h"

namespace doppel::engine {

enum class Fate : uint8_t {
  kCopy,
  kRevisit,  // its payload is another's
  kRepoint,  // a revisit whose original has become one
  kNote,     // it stays, and what it resembles is said behind it
  kDrop,
};

struct Edit {
  Fate fate = Fate::kCopy;
  size_t original = 0;                         // of kRevisit and kRepoint: the page referred to
  const archive::Original* earlier = nullptr;  // of kRepoint: the capture referred to instead
  archive::Note note = {};                     // of kNote
};

struct EditPage {
  ArchivePage stored;
  Hash128 form;  // equal for equal texts, byte for byte
  Hash128 body;  // of what was sent; zero: never a revisit
  bool removed = false;
  size_t kept = 0;  // if removed: the page kept instead
  Level level = Level::kNear;
  Similarity similarity = {};
};

class ArchiveEdits {
 public:
  // The pages' views must outlive this.
  ArchiveEdits(std::vector<EditPage> pages, std::string predicate, bool drop_near);
  // Reads the indexes of earlier archives. Call at most once, first.
  Status look_up(std::span<const std::string> indexes);

  const ArchivePage& page(size_t page) const { return pages_[page].stored; }
  // REQUIRES: no revisit of the input, or its head.
  Edit of(size_t page, const archive::WarcHead* head = nullptr) const;
  // Whether a page becomes a revisit of this one.
  bool is_original(size_t page) const { return referred_to_[page]; }
  archive::Original reference_to(size_t page) const;
  // Where an earlier archive holds what this page says is its payload, or what the page it would
  // refer to says; null when nowhere. Whoever uses it makes the digest of the payload and compares.
  struct Earlier {
    const archive::Original* capture = nullptr;
    std::string_view digest = {};
  };
  Earlier earlier(size_t page) const;

 private:
  std::vector<EditPage> pages_;
  std::string predicate_;
  bool drop_near_;
  std::vector<size_t> original_;  // of each page; itself: no revisit
  std::vector<bool> referred_to_;
  std::unordered_map<Hash128, size_t> becomes_one_;  // URL and date of pages that become revisits
  EarlierCaptures earlier_;
  std::unordered_map<Hash128, size_t> held_earlier_;  // URL and date of pages that are held there
};

}  // namespace doppel::engine
