// The contents of an output folder: its summary and its lists, read back as plain values.
//
// Nothing is compared with the inputs here. But each file must be written exactly as dedup writes
// it: every line is written again from the values found in it, and a line that differs is a fault,
// for example because of a repeated or unknown key, another order, or other spaces or escapes. So
// if the values are true, the bytes are right as well.
//
// Memory: about 150 bytes for each certificate and 32 for each member of a group.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "check/faults.h"
#include "doppel/dedup.h"
#include "output/file_names.h"
#include "output/summary.h"

namespace doppel::checks {

// A reference to a record, as in the lists: (number of its input, ordinal in it).
using RecordRef = std::pair<uint32_t, uint64_t>;

// A page as shown in a list. `object` is the keyed hash (base/keyed_hash.h) of its JSON object:
// there is only one way to show a page, so equal hashes mean equal offset, id, URL and date.
struct ListedPage {
  RecordRef ref;
  Hash128 object;

  friend bool operator==(const ListedPage&, const ListedPage&) = default;
};

struct ListedCertificate {
  ListedPage removed, kept;
  std::string level;
  std::string view;  // empty: none is named
  uint64_t common = 0, left_only = 0, right_only = 0;
  std::string jaccard;          // as written in the file
  std::string other_predicate;  // empty: that of the summary
  uint64_t group = 0;

  friend bool operator==(const ListedCertificate&, const ListedCertificate&) = default;
};

struct ListedGroup {
  uint64_t group = 0, size = 0;
  ListedPage winner;
  std::vector<ListedPage> members;
};

struct ListedRejected {
  RecordRef ref;
  uint64_t offset = 0;
  std::string reason, detail;
};

struct SummaryContents {
  DedupOptions options;
  DedupSummary values;
  output::Maker maker;
};

struct ListContents {
  std::vector<ListedCertificate> certificates;
  std::vector<ListedGroup> groups;
  std::vector<ListedRejected> rejected;
};

struct FolderContents {
  SummaryContents summary;
  ListContents lists;
};

// kCorrupt names the file, the line and the key. REQUIRES: the files are regular files.
Result<SummaryContents> read_summary(const std::string& dir, Faults& faults);
Result<ListContents> read_lists(const std::string& dir, const SummaryContents& summary,
                                Faults& faults);

// "news.jsonl: record 7"
std::string describe(const SummaryContents& summary, RecordRef ref);

}  // namespace doppel::checks
