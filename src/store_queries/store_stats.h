// Numbers about a store: pages, texts, groups, memory, and the recall of its candidate index.
#pragma once

#include "doppel/store.h"
#include "living_store/living_store.h"

namespace doppel::store_queries {

// Everything but the bytes on disk. `recall_sample`: how many texts to compare with all others, as
// far as sizes and parity bitmaps allow a pair; the share of their pairs that are candidates is the
// recall. Cost: a pass over the pages for each market; for the recall, one over all signatures, in
// which each takes some nanoseconds for each sampled text.
Result<StoreStats> store_stats(const living_store::LivingStore& store, size_t recall_sample);

}  // namespace doppel::store_queries
