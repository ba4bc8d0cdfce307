// The signature of a text as a store keeps it: between an index and the rows of record/text_rows.h.
// Thread safety: pure functions.
#pragma once

#include "index/text_index.h"
#include "record/text_rows.h"

namespace doppel::index {

SignatureRow signature_row(const StoredSignature& signature);
// Points into the row, which must outlive it. TextIndex::load() looks whether it makes sense.
StoredSignature stored_signature(StoredTextId id, const SignatureRow& row);

}  // namespace doppel::index
