// Word edit distance: how many words must be inserted, deleted or substituted?
//
// Cost: O(n d) time for distance d and O(n) memory. Thread safety: pure function.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace doppel::similarity {

// Nothing if the distance is more than `limit`.
std::optional<uint64_t> edit_distance(std::span<const uint64_t> left,
                                      std::span<const uint64_t> right, uint64_t limit);

}  // namespace doppel::similarity
