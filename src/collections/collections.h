// What is done with staged crawls: list them, commit them, drop them, look into them.
//
// Errors: those of the store; kInvalidArgument for a name that no collection can have, kNotFound if
// there is none of this name, kAlreadyExists if it was committed. Thread safety: those that take a
// snapshot are for any thread, the others for the thread that submits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collections/collection_rows.h"
#include "doppel/store.h"
#include "living_store/living_store.h"
#include "store/store.h"

namespace doppel::collections {

// How much is written at a time.
struct WriteLimits {
  size_t round_events = 10'000;
  uint64_t round_bytes = uint64_t{256} << 20;  // of texts
  size_t erased_rows = 20'000;
};

// The row of a collection, committed or not; nothing if there is none of this name.
Result<std::optional<CollectionRow>> find_collection(const store::Snapshot& rows,
                                                     std::string_view name);
// The error for a collection that nothing can be done with any more.
Status was_committed(std::string_view name, const CollectionRow& row);

// By name. Cost: a row for each.
Result<std::vector<Collection>> list_collections(const store::Snapshot& rows);

// The newest upsert, redirect, dead or delete of a page that waits in a staged collection; nothing
// if there is none. Cost: three rows.
Result<std::optional<StagedEvent>> newest_staged(const store::Snapshot& rows, std::string_view name,
                                                 std::string_view key_url);

// Makes rounds of what waits in a collection. How far it has come is part of each round, so that
// whoever was interrupted calls again.
Result<CommitReport> commit_collection(living_store::LivingStore& store, std::string_view name,
                                       const ProgressFn& progress, const WriteLimits& limits = {});

// From the first write on the collection is unknown. Returns what it was.
Result<Collection> cancel_collection(living_store::LivingStore& store, std::string_view name,
                                     const WriteLimits& limits = {});

// Erases rows that no staged collection has: those of a commit or a cancel that was interrupted
// before its end. Call it when a store was opened for writing. Cost: a few rows if there are none.
Status erase_left_over_rows(living_store::LivingStore& store, const WriteLimits& limits = {});

}  // namespace doppel::collections
