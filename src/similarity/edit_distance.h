// Word edit distance: how many words must be inserted, deleted or substituted?
//
// Cost, for distance d: O(n + d^2) on texts that are alike, O(n d) on any; O(n + d) memory. Thread
// safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace doppel::similarity {

// Nothing if the distance is more than `limit`.
std::optional<uint64_t> edit_distance(std::span<const uint64_t> left,
                                      std::span<const uint64_t> right, uint64_t limit);

// The same, and what it took: cells of the table that were looked at.
struct EditDistance {
  std::optional<uint64_t> distance;
  uint64_t steps = 0;
};
EditDistance count_edits(std::span<const uint64_t> left, std::span<const uint64_t> right,
                         uint64_t limit);

}  // namespace doppel::similarity
