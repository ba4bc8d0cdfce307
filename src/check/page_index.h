// The pages that the lists name: who is removed, and what the winner order needs to know.
//
// Built from the lists; then the inputs are read and each page is met once, in order. Memory: some
// 100 bytes a page and its URL. Not thread-safe.
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
  // Both must outlive it. A page that the lists name in two ways is a fault, and so is a record
  // that is removed twice.
  PageIndex(const FolderContents& contents, Faults& faults);

  bool is_removed(RecordRef ref) const { return certificate_of(ref).has_value(); }
  // The number of the certificate that removes it.
  std::optional<size_t> certificate_of(RecordRef ref) const;

  // A page of an input, as it is. A fault when a list shows it otherwise. `canonical`: what it
  // names (PageWords). `words`: how many its full text has.
  void meet(const Record& record, const Hash128& canonical, uint64_t words, RecordRef ref);
  // After all pages were met, before anybody asks for the winner order.
  void settle() { names_.settle(); }
  // Is each page preferred to the next? Pages that were not met are preferred to none.
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
  // Of a page that was met.
  group::WinnerFacts facts_of(const Page& page) const;
  // Where it is in pages_; the end when no list names it.
  size_t find(RecordRef ref) const;

  const FolderContents& contents_;
  Faults& faults_;
  std::vector<std::string> paths_;  // of the inputs, as JSON
  std::vector<Page> pages_;         // by ref
  group::CanonicalNames names_;     // that the pages of the inputs give
  std::vector<Removal> removals_;   // by ref
};

}  // namespace doppel::checks
