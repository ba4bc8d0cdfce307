// The faults of this module that tests can switch on: see base/mutant.h.
// tests/mutants/compare_mutants.cc names the test that must notice each.
#pragma once

#include <cstdint>

#include "base/mutant.h"

namespace doppel::compare {

enum class Mutant : uint8_t {
  kNone,
  kHotBucketsTooSmall,      // a bucket is hot at the limit, not above it
  kNearestOfBucketOnly,     // of a bucket only the text just before is a candidate
  kHotListsTooShort,        // one text too few of a hot bucket is compared with all of it
  kEarlierBlocksForgotten,  // what was settled in earlier blocks is not met in hot buckets
  kHotTextsNeverKept,       // a text of a hot bucket never removes another
  kPrefixesOneShort,        // the prefix of a set lacks its last shingle
  kPositionsTooStrict,      // the filter by positions drops pairs at the threshold
  kFrequentShinglesFirst,   // prefixes are made of the most frequent shingles
  kScanSkipsANeighbour,     // the next text by size is not compared
  kNoVerification,          // every candidate is a pair
  kRemovedTextsRemove,      // a text is removed for a removed one
  kAnyCertificate,          // the last kept candidate certifies, not the first
  kGroupsNotJoined,         // pairs with texts that are not kept connect nobody
  kCountsNotTurned,         // the counts of a pair are those of the pair the other way round
  kBucketPairsUnlimited,    // in a hot bucket every two texts are candidates
  kLeftSetStale,            // a pair is verified against the set of an earlier text
  kHotPairsMissed,          // pairs that a hot bucket put into one group count as missed
  kCount,
};

}  // namespace doppel::compare
