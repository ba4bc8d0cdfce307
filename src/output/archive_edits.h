// What happens to each page of an archive: the certificates of a run, expressed in WARC records.
//
//   kept                                           copied
//   removed, and its body is that of a page that stays   a revisit of that page
//   removed, otherwise                             copied, with a note; dropped when asked
//   removed, and derived (a conversion, as in WET) dropped
//
// Bodies are equal when they are the same bytes as sent, at least 256 of them, and give the same
// text, and when their records do not state different digests. One of several such pages stays: the
// kept one; if none is kept, the first to which a revisit of the input refers; otherwise the first.
// So a revisit that is made here never refers to a revisit. No revisit refers to a page with a long
// name (list_values.h), because the name would be repeated in each: its copies refer to one of
// their own with a short name, or stay.
//
// Revisits of the input stay valid (revisit_targets.h). The page that has the payload of a revisit
// is never dropped. If that page becomes a revisit itself, or was reached through other revisits,
// the revisit is changed to refer to the record that has the payload now. If an earlier archive is
// known to have a payload, its pages refer to that archive, including kept pages.
//
// Immutable once made; safe to share between threads.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "archive/revisit.h"
#include "base/hash.h"
#include "corpus/archive_page.h"
#include "doppel/dedup.h"
#include "output/earlier_captures.h"
#include "output/revisit_targets.h"

namespace doppel::output {

enum class Fate : uint8_t {
  kCopy,
  kRevisit,  // another record has its payload
  kRepoint,  // a revisit of the input that has to refer to another record
  kNote,     // it stays, and a record after it says what it resembles
  kDrop,
};

struct Edit {
  Fate fate = Fate::kCopy;
  size_t original = 0;  // of kRevisit: the page referred to
  // For kRepoint, and for a removed revisit that has to be changed: what it refers to now.
  std::optional<archive::Original> refers_to = std::nullopt;
  archive::Note note = {};  // of kNote
};

struct EditPage {
  corpus::ArchivePage stored;
  Hash128 form;  // equal for equal texts, byte for byte
  Hash128 body;  // keyed, of what was sent; zero: never a revisit
  bool removed = false;
  size_t kept = 0;  // if removed: the page kept instead
  Level level = Level::kNear;
  Similarity similarity = {};
};

class ArchiveEdits {
 public:
  // The pages' views must outlive this.
  ArchiveEdits(std::vector<EditPage> pages, std::string predicate, bool drop_near);
  // Reads the indexes of earlier archives. Call it at most once, before the other functions.
  Status look_up(std::span<const std::string> indexes);

  const corpus::ArchivePage& page(size_t page) const { return pages_[page].stored; }
  Edit of(size_t page) const;
  // Does any page become a revisit of this one?
  bool is_original(size_t page) const { return referred_to_[page]; }
  archive::Original reference_to(size_t page) const;
  // The capture in an earlier archive that has the payload that this page, or the page it would
  // refer to, states by its digest; null if there is none. The caller computes the digest of the
  // payload and compares.
  struct Earlier {
    const archive::Original* capture = nullptr;
    std::string_view digest = {};
  };
  Earlier earlier(size_t page) const;

 private:
  bool may_be_dropped(size_t page) const { return pages_[page].removed && !needed_[page]; }
  archive::Original noted(size_t page) const;
  std::optional<archive::Original> turned(size_t revisit) const;

  std::vector<EditPage> pages_;
  std::string predicate_;
  bool drop_near_;
  RevisitTargets targets_;
  std::vector<bool> needed_;      // by page: it has the payload of a revisit of the input
  std::vector<size_t> original_;  // of each page; the page itself if it does not become a revisit
  std::vector<bool> referred_to_;
  EarlierCaptures earlier_;
};

}  // namespace doppel::output
