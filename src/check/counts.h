// Are the numbers of the summary those of the inputs? And is every rejected record listed?
//
// Memory: about 150 bytes for each rejected record and 48 for each distinct text. Not thread-safe.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "check/checked_text.h"
#include "check/page_index.h"
#include "corpus/page_words_reader.h"
#include "output/sources.h"

namespace doppel::checks {

class CountsCheck {
 public:
  // All arguments must outlive it.
  CountsCheck(const FolderContents& contents, const PageIndex& pages, Faults& faults);

  void add_rejected(const Record& record, RecordRef ref);
  // Two kept pages with the same text are a fault, because one of them is a copy.
  void add_page(const Record& record, RecordRef ref, const corpus::PageWords& words,
                const TextIdentity& identity);
  void add_bytes(uint64_t bytes) { bytes_ += bytes; }

  // Call this after all records. Checks the list of rejected records and the numbers.
  void check();
  bool is_rejected(RecordRef ref) const { return rejected_.contains(ref); }

 private:
  struct RejectedRecord {
    uint64_t offset = 0;
    std::string reason, detail;
    bool listed = false;
  };
  struct TextPages {
    bool has_kept = false;
    RecordRef kept;  // the first
  };

  void check_rejected();
  void check_record_counts();
  void check_other_counts();
  void compare(const std::string& who, const RecordCounts& stated, const RecordCounts& actual);

  const FolderContents& contents_;
  const PageIndex& pages_;
  Faults& faults_;
  std::vector<RecordCounts> counts_;  // by input
  output::SourceCounter sources_;
  std::map<RecordRef, RejectedRecord> rejected_;
  std::unordered_map<Hash128, TextPages> texts_;
  uint64_t bytes_ = 0, thin_ = 0;
};

}  // namespace doppel::checks
