// summary.json: what a run read, kept, removed and rejected, and with which options and versions.
//
// docs/design/output.md describes its format. Everything except `seconds` depends only on the
// inputs, the options and the version.
#pragma once

#include <string>

#include "corpus/corpus.h"
#include "doppel/dedup.h"
#include "doppel/url.h"
#include "group/cover.h"
#include "output/output_folder.h"

namespace doppel::output {

// Fills everything except seconds, warnings and json.
DedupSummary summarize(const corpus::Corpus& corpus, const group::Cover& cover);

// The program that wrote a folder, as printed by `doppel version`.
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
