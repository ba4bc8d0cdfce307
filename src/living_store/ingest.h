// Reads inputs into a store or a staged crawl, batch by batch. How far an input was read is written
// with what was read from it, so a crash loses neither a page nor the position.
//
// Errors: those of the inputs and of the sink; kInvalidArgument for a size that no round can have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "doppel/store.h"
#include "living_store/living_store.h"
#include "living_store/update_sink.h"

namespace doppel::living_store {

// `store` says which view and which fields of a record count.
Result<IngestReport> ingest_inputs(const std::vector<std::string>& inputs, const LivingStore& store,
                                   UpdateSink& sink, const IngestOptions& options,
                                   const ProgressFn& progress);

// kInvalidArgument for a number of pages that no round may have.
Status check_round_pages(uint64_t pages);

// What a reason of RejectedUpdate means, for people; "" for those that need no explanation.
std::string_view meaning_of_rejection(std::string_view reason);

}  // namespace doppel::living_store
