// Banding: which slots of a MinHash must agree before two texts are compared.
//
// b bands of r rows: a band is r neighbouring slots, and two texts are candidates when they agree
// in all rows of at least one band. Of the pairs whose Jaccard similarity is s, the share
//
//   1 - (1 - s^r)^b
//
// become candidates: the S-curve. More rows drop more of the pairs below the threshold, more bands
// lose fewer of those above it.
//
// The share holds for slots that agree independently of each other, with probability s, as those of
// sketch/one_permutation_minhash.h do from some ten shingles on.
//
// Plain values; pure functions.
#pragma once

#include <cstdint>

#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel::sketch {

struct Banding {
  uint32_t bands = 0;
  uint32_t rows = 0;

  // The share of the pairs of this similarity that become candidates, 0 to 1.
  double probability(double jaccard) const;

  friend bool operator==(const Banding&, const Banding&) = default;
};

// Below it a banding that finds the pairs finds nearly everything else as well.
inline constexpr Ratio kLowestBandingThreshold{3, 10};
inline constexpr Ratio kBandingRecall{199, 200};  // the default target

// The most rows with which all whole bands of `slots` still find the share `recall` of the pairs at
// the threshold: 21 bands of 6 for 4/5, 199/200 and 128 slots.
//
// Answers kInvalidArgument for a threshold below kLowestBandingThreshold, and for a recall that no
// banding of the slots reaches. REQUIRES: threshold and recall in (0, 1].
Result<Banding> solve_banding(Ratio threshold, Ratio recall, uint32_t slots);

}  // namespace doppel::sketch
