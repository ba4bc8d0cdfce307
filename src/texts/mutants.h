// The faults of this module that tests can switch on: see base/mutant.h.
// tests/mutants/texts_mutants.cc names the test that must notice each.
#pragma once

#include <cstdint>

#include "base/mutant.h"

namespace doppel::texts {

enum class Mutant : uint8_t {
  kNone,
  kEqualHashesAreEqualTexts,  // texts are not compared word by word
  kForgedTextsNotFoundAgain,  // a text with the hash of another is new whenever it comes
  kFormsForgotten,            // the second form of a text is stored whenever it comes
  kEarlySetsUnlimited,        // sets are kept beyond the memory allowed
  kCount,
};

}  // namespace doppel::texts
