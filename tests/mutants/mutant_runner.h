// Tests of the tests: runs a test of a module with a fault switched on, and expects it to fail.
//
// The program holds the sources of the module, compiled with DOPPEL_MUTANTS (base/mutant.h), and
// the module's own test program without its main(). Each test runs in a process of its own, so that
// whatever a fault does there ends with it.
#pragma once

#include <span>
#include <string>

namespace doppel::mutants {

struct Case {
  int mutant;             // the number of the fault in the module's mutants.h
  std::string caught_by;  // a test, as Suite.name; * stands for any parameter of it
};

// Prints a line for each fault. 0: every test passes when no fault is on, and fails with its fault.
// `count` is the number of faults, kNone included: each must have a case.
int run_mutants(int argc, char** argv, std::span<const Case> cases, int count);

}  // namespace doppel::mutants
