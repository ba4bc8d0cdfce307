// How long pages are: like figure 1 of Zhu et al. (WWW 2012), the sizes of two million web pages.
//
// Sizes go from 20 to 1,686 words, with a long tail, a high concentration around 237 words and
// spikes at single sizes, where a site's pages of one kind are all equally long. The curve itself
// is not published as numbers; this one is ours, with those properties.
#pragma once

#include <cstdint>

#include "generate/random.h"

namespace doppel::generate {

inline constexpr uint64_t kShortestPage = 20, kLongestPage = 1686;

// The number of words of a page.
uint64_t draw_length(Random& random);

}  // namespace doppel::generate
