// Mutation testing: deliberate faults that can be switched on, to see that some test fails.
//
// A module with mutants lists them in its mutants.h, an enumeration that begins with kNone, and
// asks mutant(Mutant::kThis) where the fault would be. In the product the answer is the constant
// false, so the compiler removes it. The test program compiles the sources of the module a second
// time with DOPPEL_MUTANTS and switches on one fault at a time (tests/mutants, tests/scenarios).
//
// Use mutant() in sources only, never in headers: tests that are not compiled a second time would
// see a different header.
#pragma once

namespace doppel {

#ifdef DOPPEL_MUTANTS
inline int switched_on_mutant = 0;  // kNone

template <typename Mutant>
bool mutant(Mutant which) {
  return static_cast<int>(which) == switched_on_mutant;
}
#else
template <typename Mutant>
constexpr bool mutant(Mutant) {
  return false;
}
#endif

}  // namespace doppel
