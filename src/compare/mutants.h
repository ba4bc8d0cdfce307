// Faults that tests can switch on in this module: see base/mutant.h.
// tests/mutants/compare_mutants.cc names the test that must detect each of them.
#pragma once

#include <cstdint>

#include "base/mutant.h"

namespace doppel::compare {

enum class Mutant : uint8_t {
  kNone,
  kHotBucketsTooSmall,      // a bucket is hot at the limit, not above it
  kNearestOfBucketOnly,     // only the text just before it in the bucket is a candidate
  kHotListsTooShort,        // one text too few of a hot bucket is compared with all others
  kEarlierBlocksForgotten,  // texts settled in earlier blocks are no candidates in hot buckets
  kHotTextsNeverKept,       // a text of a hot bucket never removes another
  kPrefixesOneShort,        // the prefix of a set lacks its last shingle
  kPositionsTooStrict,      // the filter by positions drops pairs at the threshold
  kFrequentShinglesFirst,   // prefixes are made of the most frequent shingles
  kScanSkipsANeighbour,     // the next text by size is not compared
  kNoVerification,          // every candidate is a pair
  kRemovedTextsRemove,      // a text is removed for a text that is itself removed
  kAnyCertificate,          // the certificate names the last kept candidate, not the first
  kGroupsNotJoined,         // pairs with texts that are not kept do not connect groups
  kCountsNotTurned,         // left and right are exchanged in the counts of a pair
  kBucketPairsUnlimited,    // in a hot bucket every two texts are candidates
  kLeftSetStale,            // a pair is verified against the set of an earlier text
  kHotPairsMissed,          // pairs of a hot bucket that are in one group count as missed
  kCount,
};

}  // namespace doppel::compare
