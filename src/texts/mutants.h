// Faults that tests can switch on in this module: see base/mutant.h.
// tests/mutants/texts_mutants.cc names the test that must detect each of them.
#pragma once

#include <cstdint>

#include "base/mutant.h"

namespace doppel::texts {

enum class Mutant : uint8_t {
  kNone,
  kEqualHashesAreEqualTexts,  // texts are not compared word by word
  kForgedTextsNotFoundAgain,  // a text with the hash of another is new each time it is added
  kFormsForgotten,            // the second form of a text is stored each time it is added
  kEarlySetsUnlimited,        // early sets ignore their memory limit
  kCount,
};

}  // namespace doppel::texts
