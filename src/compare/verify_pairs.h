// Which of these candidates are pairs? The exact answer for a list of candidates.
//
// For sets that are in memory as spans: those of the texts that a run draws to measure its recall
// (recall_sample.h), or that a cluster has collected. A run that makes sets again when it needs
// them, and stops at the first success of a text, uses a PairVerifier instead. Both count with
// Overlap, so both return the same three counts.
//
// Cost: one hash table for each run of consecutive pairs with the same later text, and for each
// pair the cost of a test as stated in overlap.h. Thread safety: pure function over what the caller
// owns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "doppel/types.h"
#include "record/pair.h"
#include "similarity/overlap.h"

namespace doppel::compare {

// Appends the candidates with Jaccard >= threshold and their counts, in the order of `pairs`.
// `sets` is indexed by rank: the distinct shingles of each text in any order, all under the same
// key (text/shingle_key.h). Pairs that are sorted by their later text are tested fastest. `overlap`
// is a buffer. REQUIRES: threshold in (0, 1].
void verify_pairs(std::span<const CandidatePair> pairs,
                  std::span<const std::span<const uint64_t>> sets, Ratio threshold,
                  similarity::Overlap& overlap, std::vector<RankedPair>& out);

}  // namespace doppel::compare
