// The faults of src/similarity/mutants.h, each with the test that notices it.
#include <vector>

#include "mutants/mutant_runner.h"
#include "similarity/mutants.h"

using doppel::mutants::Case;
using doppel::similarity::Mutant;

int main(int argc, char** argv) {
  auto fault = [](Mutant mutant, const char* test) { return Case{static_cast<int>(mutant), test}; };
  const char* const kAllSubsets = "Overlap.agrees_with_sorted_sets_on_all_subsets_of_seven";
  const std::vector<Case> cases{
      fault(Mutant::kThresholdRoundedDown, kAllSubsets),
      fault(Mutant::kBudgetTooSmall, kAllSubsets),
      fault(Mutant::kCollisionsAreHits, "Overlap.agrees_with_sorted_sets_at_random"),
      fault(Mutant::kBitmapsNotFolded, "ParityBitmap.folds_to_the_bitmap_of_half_the_length"),
  };
  return doppel::mutants::run_mutants(argc, argv, cases, static_cast<int>(Mutant::kCount));
}
