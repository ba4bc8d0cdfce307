// The pages that the lists name: which are removed, and what the winner order needs to know about
// them.
//
// Built from the lists; then the inputs are read, and meet() is called once for each page, in
// order. Memory: about 100 bytes per page and its URL. Not thread-safe.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "check/folder_contents.h"
#include "doppel/read.h"
#include "group/canonical_names.h"
#include "group/winner_rules.h"

namespace doppel::checks {

class PageIndex {
 public:
  // Both arguments must outlive it. It is a fault if the lists show a page in two different ways,
  // or if a record is removed twice.
  PageIndex(const FolderContents& contents, Faults& faults);

  bool is_removed(RecordRef ref) const { return certificate_of(ref).has_value(); }
  // The number of the certificate that removes it.
  std::optional<size_t> certificate_of(RecordRef ref) const;

  // A page as it is in the input. It is a fault if a list shows it differently. `canonical` is what
  // it names (PageWords); `words` is the number of words of its full text.
  void meet(const Record& record, const Hash128& canonical, uint64_t words, RecordRef ref);
  // Call this after the last meet() and before in_winner_order().
  void settle() { names_.settle(); }
  // Is each page preferred to the next? A page for which meet() was not called is preferred to no
  // other.
  bool in_winner_order(std::span<const RecordRef> pages) const;

 private:
  struct Page {
    ListedPage listed;
    double score = -1;
    int64_t fetched_ms = -1;
    uint32_t words = 0;
    std::string url;
  };
  struct Removal {
    RecordRef ref;
    size_t certificate;
  };

  void index_removals();
  void index_pages();
  // REQUIRES: meet() was called for the page.
  group::WinnerFacts facts_of(const Page& page) const;
  // Its position in pages_; the end if no list names it.
  size_t find(RecordRef ref) const;

  const FolderContents& contents_;
  Faults& faults_;
  std::vector<std::string> paths_;  // of the inputs, as JSON
  std::vector<Page> pages_;         // by ref
  group::CanonicalNames names_;     // given by the pages of the inputs
  std::vector<Removal> removals_;   // by ref
};

}  // namespace doppel::checks
