// Is everything that a store says true? Recomputes certificates and invariants from the stored
// texts and rows, without the index and without what is kept in memory.
//
//   pages      every live page has a text; its text's row counts it; counts of incoming redirects
//   texts      every text has words, a signature with the identity of its words, and a group
//   proofs     every removed page of every market: the kept page is live and kept, the counts are
//              those of the stored texts, and the predicate holds
//   groups     sizes, members and names agree; every group has a winner in each market
//   tables     every row that follows from other rows is there, and no more of them
//   pairs      with an index: those that it finds are inside groups, and one of the two is removed
//
// Faults are lines for people, at most kMostFaults of them. Cost: reads everything once, and
// compares each removed text with the one that is kept instead.
#pragma once

#include "doppel/store.h"
#include "living_store/living_store.h"

namespace doppel::store_queries {

inline constexpr size_t kMostFaults = 1000;

Result<StoreCheck> check_store(const living_store::LivingStore& store, const ProgressFn& progress);

}  // namespace doppel::store_queries
