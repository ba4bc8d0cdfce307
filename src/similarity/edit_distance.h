// Word edit distance: how many words must be inserted, deleted or substituted?
//
// Cost for distance d: O(n + d^2) on similar texts, O(n d) in the worst case; O(n + d) memory.
// Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace doppel::similarity {

// Returns nothing if the distance is more than `limit`.
std::optional<uint64_t> edit_distance(std::span<const uint64_t> left,
                                      std::span<const uint64_t> right, uint64_t limit);

// The same with its cost: the number of table cells that were visited.
struct EditDistance {
  std::optional<uint64_t> distance;
  uint64_t steps = 0;
};
EditDistance count_edits(std::span<const uint64_t> left, std::span<const uint64_t> right,
                         uint64_t limit);

}  // namespace doppel::similarity
