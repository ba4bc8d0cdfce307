// Faults that tests can switch on, to see that some test notices.
//
// A module that has faults lists them in its mutants.h, an enumeration that begins with kNone, and
// asks mutant(Mutant::kThis) where the fault would be. In the product the answer is the constant
// false, so the compiler drops every mention of it. The program of the mutants compiles the sources
// of the module a second time with DOPPEL_MUTANTS and switches on one fault at a time
// (tests/mutants, tests/scenarios).
//
// Only sources ask, never headers: tests that are not compiled again would disagree with them.
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
