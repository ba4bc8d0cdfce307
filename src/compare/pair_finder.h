// From candidates to the texts that are kept and removed, by verified pairs, and no more of them
// than are needed.
//
// Guarantee: texts are removed as group::text_removals() removes them by all pairs among the
// candidates: the same texts kept, the same first kept text for each that is removed. (Hot buckets
// are compared as bucket_pairs.h says.) Of the pairs, enough are handed over to connect each group.
//
// The result does not depend on threads.
#pragma once

#include <cstdint>

#include "base/table.h"
#include "base/thread_pool.h"
#include "compare/candidates.h"
#include "record/pair.h"
#include "similarity/page_rule.h"
#include "texts/shingle_sets.h"

namespace doppel::compare {

// When is a text removed for another? They form a pair, and no more than so many windows are lost:
// those that only the removed text has, in the view that proves the pair.
struct RemovalRule {
  // A threshold alone is a rule.
  RemovalRule(Ratio threshold) : pairs(threshold) {}

  bool removes(const Similarity& pair) const { return pair.left_only <= most_own_windows; }

  similarity::PageRule pairs;
  uint64_t most_own_windows = UINT64_MAX;
};

struct FoundPairs {
  explicit FoundPairs(TableMemory* memory = usual_memory()) : pairs(memory), removals(memory) {}

  Table<Pair> pairs;        // in order of (left, right)
  TextRemovals removals;    // by text
  uint64_t candidates = 0;  // pairs of texts that were looked at
  uint64_t tested = 0;      // that were tested exactly
};

// Makes in `sets` what is missing there; its own tables live where those do. advance() is told of
// every text twice.
Result<FoundPairs> find_pairs(const CandidateSource& source, const RankedTexts& texts,
                              const RemovalRule& rule, texts::ShingleSets& sets, ThreadPool& pool,
                              const texts::AdvanceFn& advance);

}  // namespace doppel::compare
