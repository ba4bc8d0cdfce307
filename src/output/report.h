// The files of an output folder that are ours: duplicates.jsonl, groups.jsonl, rejected.jsonl,
// summary.json.
//
// docs/design/output.md has their form. Everything but `seconds` is a function of the inputs, the
// options and the version.
#pragma once

#include <string>

#include "corpus/corpus.h"
#include "doppel/dedup.h"
#include "doppel/url.h"
#include "group/cover.h"
#include "output/output_folder.h"

namespace doppel::output {

inline constexpr const char* kDuplicatesFile = "duplicates.jsonl";
inline constexpr const char* kGroupsFile = "groups.jsonl";
inline constexpr const char* kRejectedFile = "rejected.jsonl";
inline constexpr const char* kSummaryFile = "summary.json";
inline constexpr const char* kIndexFile = "index.cdxj";  // of archives

// Fills everything but seconds, warnings and json.
DedupSummary summarize(const corpus::Corpus& corpus, const group::Cover& cover);

enum class List { kDuplicates, kGroups, kRejected };
Status write_list(List list, const corpus::Corpus& corpus, const group::Cover& cover,
                  const Predicate& predicate, const OutputFolder& folder);

// Who made a folder: what `doppel version` prints.
struct Maker {
  std::string version;
  uint64_t text_rules = 0;
  std::string unicode;
  SuffixListVersion suffix_list;

  friend bool operator==(const Maker&, const Maker&) = default;
};
Maker this_program();

// The text of summary.json.
std::string summary_json(const DedupOptions& options, const DedupSummary& summary,
                         const Maker& maker = this_program());
Status write_summary(const std::string& json, const OutputFolder& folder);

}  // namespace doppel::output
