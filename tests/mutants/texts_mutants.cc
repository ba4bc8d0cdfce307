// The faults of src/texts/mutants.h, each with the test that notices it.
#include <vector>

#include "mutants/mutant_runner.h"
#include "texts/mutants.h"

using doppel::mutants::Case;
using doppel::texts::Mutant;

int main(int argc, char** argv) {
  auto fault = [](Mutant mutant, const char* test) { return Case{static_cast<int>(mutant), test}; };
  const std::vector<Case> cases{
      fault(Mutant::kEqualHashesAreEqualTexts, "*TextTableTest.a_forged_hash_merges_nothing*"),
      fault(Mutant::kForgedTextsNotFoundAgain,
            "*TextTableTest.texts_of_one_forged_hash_are_told_apart*"),
      fault(Mutant::kFormsForgotten, "*TextTableTest.equal_words_are_one_text_with_several_forms*"),
      fault(Mutant::kEarlySetsUnlimited, "EarlySets.keeps_no_more_than_it_may"),
  };
  return doppel::mutants::run_mutants(argc, argv, cases, static_cast<int>(Mutant::kCount));
}
