// Turns exceptions into a Status, so that none leaves the library. Every public function that
// returns a Status or a Result ends like this, and the code that it calls need not catch anything.
//
//   Result<Signature> sign(std::string_view utf8, const SignatureRules& rules) try {
//     ...
//   } catch (...) {
//     return status_of_exception();
//   }
//
// Our own code reports errors as values. What still throws is the standard library (memory that
// runs out, a thread that cannot be started) and what a caller's own callback throws. Cost: none
// until something is thrown. Tested by guard_test.cc and tests/faults.
#pragma once

#include "doppel/status.h"

namespace doppel {

// The Status for the exception being handled. REQUIRES: called in a catch block.
Status status_of_exception() noexcept;

}  // namespace doppel
