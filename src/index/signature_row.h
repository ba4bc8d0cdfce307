// Converts between the signatures of an index and the rows that a store keeps (record/text_rows.h).
// Thread safety: pure functions.
#pragma once

#include "index/text_index.h"
#include "record/text_rows.h"

namespace doppel::index {

SignatureRow signature_row(const StoredSignature& signature);
// The result points into the row, which must outlive it. TextIndex::load() checks whether it is
// valid.
StoredSignature stored_signature(StoredTextId id, const SignatureRow& row);

}  // namespace doppel::index
