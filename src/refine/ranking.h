// In which order are the results shown? One total order from one list, or from those of several
// engines.
//
// One list (all results name the same engine, or none): by rank; results without a usable rank
// after those with one; ties in the order of the request. Ranks are kept as given as long as
// they ascend: each is at least one more than the one before, so 11, 12, 12, 15 are 11, 12, 13, 15.
//
// Several engines: reciprocal rank fusion. A result's score is the sum of 1 / (60 + rank) over the
// engines that name its address (equal bytes; its first place in each list); ties go to the better
// rank, then to the address, the engine and the order of the request. Merged results are numbered
// from 1. An address that one engine names twice stays two results.
//
// Cost: n log n. Thread safety: pure function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "doppel/refine.h"

namespace doppel::refine {

struct Ranked {
  size_t index = 0;  // in the request: the best place of its address
  uint64_t rank = 0;
  std::vector<size_t> merged;  // its places in other engines' lists
};

std::vector<Ranked> rank_results(std::span<const SearchResult> results);

}  // namespace doppel::refine
