// Decides which texts are kept and removed, given candidates, and verifies no more pairs than that
// needs.
//
// Guarantee: the result is that of group::text_removals() on all pairs among the candidates: the
// same texts are kept, and each removed text is removed for the same first kept text. (Which texts
// of a hot bucket are candidates is defined in bucket_pairs.h.) Not all pairs are returned, but
// enough of them to connect each group.
//
// The result does not depend on the number of threads.
#pragma once

#include <cstdint>

#include "base/table.h"
#include "base/thread_pool.h"
#include "compare/candidates.h"
#include "record/pair.h"
#include "similarity/page_rule.h"
#include "texts/shingle_sets.h"

namespace doppel::compare {

// When is a text removed for another? If they form a pair, and no more than `most_own_windows`
// windows are lost: those that only the removed text has, in the view that proves the pair.
struct RemovalRule {
  // Implicit on purpose: a threshold alone is a rule.
  RemovalRule(Ratio threshold) : pairs(threshold) {}

  bool removes(const Similarity& pair) const { return pair.left_only <= most_own_windows; }

  similarity::PageRule pairs;
  uint64_t most_own_windows = UINT64_MAX;
};

struct FoundPairs {
  explicit FoundPairs(TableMemory* memory = usual_memory()) : pairs(memory), removals(memory) {}

  Table<Pair> pairs;        // in order of (left, right)
  TextRemovals removals;    // by text
  uint64_t candidates = 0;  // the number of candidate pairs
  uint64_t tested = 0;      // how many of them were tested exactly
};

// Adds to `sets` the sets that it needs, and allocates its own tables in the same memory. Every
// text is reported to advance() twice.
Result<FoundPairs> find_pairs(const CandidateSource& source, const RankedTexts& texts,
                              const RemovalRule& rule, texts::ShingleSets& sets, ThreadPool& pool,
                              const texts::AdvanceFn& advance);

}  // namespace doppel::compare
