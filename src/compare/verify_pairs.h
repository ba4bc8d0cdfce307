// Which of these candidates are pairs? The exact answer for a list of them.
//
// For sets that are at hand as spans: those of the texts that a run draws to measure its recall
// (recall_sample.h), or that a cluster has brought together. A run that reads sets again when it
// needs them, and stops at a text's first success, asks a PairVerifier; both count with Overlap, so
// both give the same three counts.
//
// Cost: a table of each text that comes first in pairs, once for each row of pairs that begin with
// it; then what overlap.h says of a test. Thread safety: pure function over what the caller owns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "doppel/types.h"
#include "record/pair.h"
#include "similarity/overlap.h"

namespace doppel::compare {

// Appends the candidates with Jaccard >= threshold, in the order in which they stand, with their
// counts. `sets` are by rank: the distinct shingles of a text in any order, all under one key
// (text/shingle_key.h). Pairs sorted by their later text are tested fastest. `overlap` is room to
// work in. REQUIRES: threshold in (0, 1].
void verify_pairs(std::span<const CandidatePair> pairs,
                  std::span<const std::span<const uint64_t>> sets, Ratio threshold,
                  similarity::Overlap& overlap, std::vector<RankedPair>& out);

}  // namespace doppel::compare
