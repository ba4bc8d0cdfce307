// The faults of src/sketch/mutants.h, each with the test that notices it.
#include <vector>

#include "mutants/mutant_runner.h"
#include "sketch/mutants.h"

using doppel::mutants::Case;
using doppel::sketch::Mutant;

int main(int argc, char** argv) {
  auto fault = [](Mutant mutant, const char* test) { return Case{static_cast<int>(mutant), test}; };
  const std::vector<Case> cases{
      fault(Mutant::kOneRowTooMany, "SolveBanding.takes_the_most_rows_that_reach_the_recall"),
      fault(Mutant::kBandsOverlap, "BandKeys.stay_what_they_are"),
  };
  return doppel::mutants::run_mutants(argc, argv, cases, static_cast<int>(Mutant::kCount));
}
