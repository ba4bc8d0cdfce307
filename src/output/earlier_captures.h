// What earlier archives hold already: captures named by their CDXJ indexes, found by the SHA-1 of
// the payload.
//
// An index says that a payload with this digest was captured at a URL and a time; nobody here sees
// that payload. So a capture is used only for what a revisit claims by its profile: that the
// digests are the same. Only captures that pages of the run may need are held in memory. A capture
// that is a page of the run itself (same URL, same second) is none: two pages would otherwise each
// refer to the other. Immutable once read; safe to share between threads.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "archive/digest.h"
#include "archive/revisit.h"
#include "corpus/archive_page.h"
#include "doppel/status.h"

namespace doppel::output {

class EarlierCaptures {
 public:
  EarlierCaptures() = default;
  // Of several captures of one payload the earliest, then the first by URL, is taken. Lines that
  // are no captures (revisits, no digest of SHA-1, no URL) and lines of other kinds are passed
  // over; kCorrupt for a file without any line of CDXJ.
  static Result<EarlierCaptures> read(std::span<const std::string> indexes,
                                      std::span<const corpus::ArchivePage* const> pages);

  // The capture of a payload whose record says this digest; null when there is none.
  const archive::Original* find(std::string_view digest) const;
  bool empty() const { return captures_.empty(); }

 private:
  std::map<archive::Sha1, archive::Original> captures_;
};

}  // namespace doppel::output
