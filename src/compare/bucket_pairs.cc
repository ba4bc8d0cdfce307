// Tested by bucket_pairs_test.cc, against the definition of the rule for every way to split the
// rows, and against the index in memory; by engine/kernel_laws_test.cc as part of a whole run.
#include "compare/bucket_pairs.h"

#include <cassert>

#include "compare/mutants.h"

namespace doppel::compare {

void append_bucket_pairs(std::span<const BucketRow> rows, uint32_t hot_limit, OpenBucket& open,
                         std::vector<CandidatePair>& out) {
  assert(std::is_sorted(rows.begin(), rows.end()));
  for (const BucketRow& row : rows) {
    if (row.key != open.key) {
      open.key = row.key;
      open.preferred.clear();
    }
    for (Rank earlier : open.preferred) out.push_back({row.text, earlier});
    const bool preferred = is_preferred(open.preferred.size(), hot_limit);
    if (preferred || mutant(Mutant::kBucketPairsUnlimited)) open.preferred.push_back(row.text);
  }
}

}  // namespace doppel::compare
