// How similar are two texts? Counted exactly, on their tokens and shingles.
//
// Thread safety: pure functions. May throw std::bad_alloc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "doppel/predicate.h"
#include "doppel/text.h"

namespace doppel {

// Cost: linear in the texts, and sorting their shingles.
Comparison compare_texts(std::string_view left, std::string_view right,
                         const TextRules& rules = {});

// The fewest insertions, deletions and substitutions of tokens that turn one text into the other;
// nullopt if there are more than `limit`. Of the rules, only mask_numbers matters. Cost: length
// times distance.
std::optional<uint64_t> word_edit_distance(std::string_view left, std::string_view right,
                                           const TextRules& rules = {}, uint64_t limit = 10'000);

}  // namespace doppel
