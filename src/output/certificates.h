// Writes the certificate of each removal, the lines of duplicates.jsonl: the removed page, the page
// kept instead, and the counts that prove it.
//
// docs/design/output.md describes the format. The lines are in input order.
#pragma once

#include "codec/output_file.h"
#include "corpus/corpus.h"
#include "group/cover.h"

namespace doppel::output {

Status write_certificates(const corpus::Corpus& corpus, const group::Cover& cover,
                          const Predicate& predicate, codec::OutputFile& file);

}  // namespace doppel::output
