// The faults of this module that tests can switch on: see base/mutant.h.
// tests/mutants/similarity_mutants.cc names the test that must notice each.
#pragma once

#include <cstdint>

#include "base/mutant.h"

namespace doppel::similarity {

enum class Mutant : uint8_t {
  kNone,
  kThresholdRoundedDown,  // a pair just below the threshold is a pair
  kBudgetTooSmall,        // a pair just at the threshold is not a pair
  kCollisionsAreHits,     // elements of one slot are taken for equal
  kBitmapsNotFolded,      // a longer bitmap is compared with its first part only
  kCount,
};

}  // namespace doppel::similarity
