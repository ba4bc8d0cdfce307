// The faults of src/compare/mutants.h, each with the test that notices it.
#include <vector>

#include "compare/mutants.h"
#include "mutants/mutant_runner.h"

using doppel::compare::Mutant;
using doppel::mutants::Case;

int main(int argc, char** argv) {
  auto fault = [](Mutant mutant, const char* test) { return Case{static_cast<int>(mutant), test}; };
  const char* const kDecides = "PairFinder.decides_as_all_pairs_among_the_candidates_would";
  const std::vector<Case> cases{
      fault(Mutant::kHotBucketsTooSmall, "BandIndex.hands_hot_buckets_over_apart"),
      fault(Mutant::kNearestOfBucketOnly, "BandIndex.names_the_earlier_texts_of_every_bucket"),
      fault(Mutant::kHotListsTooShort, "HotLists.name_whom_the_rule_names"),
      fault(Mutant::kEarlierBlocksForgotten, "HotLists.name_whom_the_rule_names"),
      fault(Mutant::kHotTextsNeverKept, "HotLists.name_whom_the_rule_names"),
      fault(Mutant::kPrefixesOneShort, "PrefixFilter.loses_no_pair_of_small_sets"),
      fault(Mutant::kPositionsTooStrict, "PrefixFilter.loses_no_pair_of_small_sets"),
      fault(Mutant::kFrequentShinglesFirst,
            "ShingleOrder.rare_shingles_come_first_then_small_hashes"),
      fault(Mutant::kScanSkipsANeighbour, "Scan.finds_every_pair_whatever_the_threads"),
      fault(Mutant::kNoVerification, kDecides),
      fault(Mutant::kRemovedTextsRemove, kDecides),
      fault(Mutant::kAnyCertificate, kDecides),
      fault(Mutant::kGroupsNotJoined, kDecides),
      fault(Mutant::kCountsNotTurned, kDecides),
      fault(Mutant::kBucketPairsUnlimited,
            "BucketPairs.are_those_of_the_rule_however_rows_are_cut"),
      fault(Mutant::kLeftSetStale, "VerifyPairs.hold_as_the_sorted_sets_say"),
      fault(Mutant::kHotPairsMissed,
            "RecallSample.a_pair_of_a_hot_bucket_is_found_when_both_are_in_one_group"),
  };
  return doppel::mutants::run_mutants(argc, argv, cases, static_cast<int>(Mutant::kCount));
}
