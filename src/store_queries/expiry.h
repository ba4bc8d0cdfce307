// Pages that nobody has seen for too long die.
//
// An expired page is a dead page with the HTTP status 0, in the version that it had: its row stays,
// so that older events are still recognised, its text goes, and the next fetch brings it back.
// Expiry takes rounds of a few thousand pages, each as durable as any other; whoever is interrupted
// calls again. Cost: a scan of all rows of pages, and a round of deaths.
#pragma once

#include "doppel/store.h"
#include "living_store/living_store.h"

namespace doppel::store_queries {

// Pages with a text or a redirect that were last seen before this time. For the thread that
// submits.
Result<ExpiryReport> expire_pages(living_store::LivingStore& store, int64_t before_ms,
                                  const ProgressFn& progress);

}  // namespace doppel::store_queries
