// How many windows two texts share, counted on the words themselves, without hashes.
//
// The slow equivalent of counting hashes. Windows are compared as sequences of words (or of code
// points), each word byte by byte. Cost: n log n comparisons. Thread safety: pure function.
#pragma once

#include "doppel/text.h"
#include "doppel/types.h"
#include "text/tokenizer.h"

namespace doppel::checks {

// Compares the distinct windows of both texts, which are those of text::windows().
Similarity count_on_tokens(const text::Tokens& left, const text::Tokens& right,
                           const TextRules& rules);

}  // namespace doppel::checks
