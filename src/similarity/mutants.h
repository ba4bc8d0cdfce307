// Faults that tests can switch on in this module: see base/mutant.h.
// tests/mutants/similarity_mutants.cc names the test that must detect each of them.
#pragma once

#include <cstdint>

#include "base/mutant.h"

namespace doppel::similarity {

enum class Mutant : uint8_t {
  kNone,
  kThresholdRoundedDown,  // a pair just below the threshold is a pair
  kBudgetTooSmall,        // a pair exactly at the threshold is not a pair
  kCollisionsAreHits,     // elements in the same slot are taken for equal
  kBitmapsNotFolded,      // a longer bitmap is compared with its first part only
  kCount,
};

}  // namespace doppel::similarity
