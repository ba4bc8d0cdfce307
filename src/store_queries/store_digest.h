// The digest of a store in a market: 32 bytes by which two stores, or a store and a run, can be
// compared.
//
// A row for each live page (record/result_row.h): no times, versions, names of groups or keyed
// values. So it depends on the present pages and the rules only, and a run of dedup over the
// exported pages has the same digest. Cost: some rows and a SHA-256 for each page; 32 bytes a page.
#pragma once

#include "base/rows_digest.h"
#include "living_store/living_store.h"

namespace doppel::store_queries {

Result<RowDigest> store_digest(const living_store::StoreView& view,
                               const living_store::LivingStore& store, group::MarketId market);

}  // namespace doppel::store_queries
