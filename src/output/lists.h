// The lists of an output folder: duplicates.jsonl (certificates.h), groups.jsonl and
// rejected.jsonl.
//
// docs/design/output.md describes their format. Their bytes depend only on the inputs, the options
// and the version.
#pragma once

#include "corpus/corpus.h"
#include "group/cover.h"
#include "output/output_folder.h"

namespace doppel::output {

enum class List { kDuplicates, kGroups, kRejected };
Status write_list(List list, const corpus::Corpus& corpus, const group::Cover& cover,
                  const Predicate& predicate, const OutputFolder& folder);

}  // namespace doppel::output
