// From candidates to the pairs that decide: verified, and no more of them than are needed.
//
// Guarantee: group::cover() over these pairs gives what it gives over all pairs among the
// candidates: the same texts kept, the same first kept text in every certificate, the same groups.
// (Hot buckets are compared as candidates.h says.) For each removed text its pair with the first
// kept text is among them, and for each group enough pairs to connect it.
//
// The result does not depend on threads.
#pragma once

#include <cstdint>

#include "base/table.h"
#include "base/thread_pool.h"
#include "compare/candidates.h"
#include "compare/shingle_sets.h"
#include "record/pair.h"

namespace doppel::compare {

struct FoundPairs {
  Table<Pair> pairs;        // in order of (left, right)
  uint64_t candidates = 0;  // pairs of texts that were looked at
  uint64_t tested = 0;      // that were tested exactly
};

// Makes in `sets` what is missing there; its own tables live where those do. advance() is told of
// every text twice.
Result<FoundPairs> find_pairs(const CandidateSource& source, const RankedTexts& texts,
                              Ratio threshold, ShingleSets& sets, ThreadPool& pool,
                              const AdvanceFn& advance);

}  // namespace doppel::compare
