// The faults of this module that tests can switch on: see base/mutant.h.
// tests/mutants/sketch_mutants.cc names the test that must notice each.
#pragma once

#include <cstdint>

#include "base/mutant.h"

namespace doppel::sketch {

enum class Mutant : uint8_t {
  kNone,
  kOneRowTooMany,  // the banding misses more pairs than it may
  kBandsOverlap,   // a band begins with the second row of the one before
  kCount,
};

}  // namespace doppel::sketch
