// How similar are two shingle sets? The exact answer, in integers.
//
// Sets are sorted and have distinct elements. Cost: linear in both sizes; with a threshold, the
// walk stops as soon as it cannot be reached any more. Thread safety: pure functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "doppel/predicate.h"
#include "doppel/types.h"

namespace doppel::similarity {

using Set = std::span<const uint64_t>;

Similarity similarity(Set left, Set right);

// Nothing unless Jaccard >= threshold. REQUIRES: threshold in (0, 1].
std::optional<Similarity> similarity_at_least(Set left, Set right, Ratio threshold);

// Could sets of these sizes have Jaccard >= threshold? True for all sets that do.
inline bool sizes_allow(uint64_t left, uint64_t right, Ratio threshold) {
  const auto [smaller, larger] = std::minmax(left, right);
  return smaller > 0 && smaller * threshold.den >= larger * threshold.num;
}

// The comparison of two multisets, which are sorted and may contain repeats.
Comparison compare_windows(std::span<const uint64_t> left, std::span<const uint64_t> right);

}  // namespace doppel::similarity
