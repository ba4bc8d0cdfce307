// What earlier archives already have: captures listed in their CDXJ indexes, found by the SHA-1 of
// the payload.
//
// An index states that a payload with this digest was captured at a URL and a time; the payload
// itself is not available here. So a capture is only used for what the profile of a revisit claims:
// that the digests are the same. Only captures that pages of the run may need are kept in memory. A
// capture that is a page of the run itself (same URL, same second) is ignored, because otherwise
// two pages could refer to each other. Immutable once read; safe to share between threads.
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
  // Of several captures of one payload, the earliest is used, then the first by URL. Lines that are
  // not captures (revisits, lines without a SHA-1 digest or URL) and lines of other kinds are
  // skipped; kCorrupt for a file without any CDXJ line.
  static Result<EarlierCaptures> read(std::span<const std::string> indexes,
                                      std::span<const corpus::ArchivePage* const> pages);

  // The capture of a payload with this digest; null when there is none.
  const archive::Original* find(std::string_view digest) const;
  bool empty() const { return captures_.empty(); }

 private:
  std::map<archive::Sha1, archive::Original> captures_;
};

}  // namespace doppel::output
