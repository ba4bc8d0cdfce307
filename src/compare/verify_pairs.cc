// Tested by verify_pairs_test.cc, against similarity/sets.h, and by engine/kernel_laws_test.cc.
#include "compare/verify_pairs.h"

#include "compare/mutants.h"

namespace doppel::compare {

void verify_pairs(std::span<const CandidatePair> pairs,
                  std::span<const std::span<const uint64_t>> sets, Ratio threshold,
                  similarity::Overlap& overlap, std::vector<RankedPair>& out) {
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto [later, earlier] = pairs[i];
    const bool same_left = i > 0 && (later == pairs[i - 1].later || mutant(Mutant::kLeftSetStale));
    if (!same_left) overlap.set_left(sets[later]);
    if (auto similarity = overlap.with(sets[earlier], threshold)) {
      out.push_back({later, earlier, *similarity});
    }
  }
}

}  // namespace doppel::compare
