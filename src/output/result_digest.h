// The digest of a result: 32 bytes by which two runs can be compared without their folders.
//
// There is a row for each page (record/result_row.h). The digest is that of the set of rows
// (base/rows_digest.h). So it does not depend on the order of the inputs, on their names, on
// threads, on secret keys or on times. Rejected records have no row.
//
// Pages that the winner order distinguishes only by their positions, such as copies without a URL,
// may be exchanged when the inputs are reordered; then the result is different, and so is its
// digest.
//
// Cost: SHA-256 of about 100 bytes per page, and a sort. Memory: 32 bytes per page. Stored: never
// change.
#pragma once

#include "base/rows_digest.h"
#include "corpus/corpus.h"
#include "group/cover.h"

namespace doppel::output {

RowDigest result_digest(const corpus::Corpus& corpus, const group::Cover& cover);

}  // namespace doppel::output
