// The mutants of this module and of rounds (base/mutant.h). tests/scenarios/mutants_test.cc names
// the scenario that must fail for each.
#pragma once

#include <cstdint>

#include "base/mutant.h"

namespace doppel::group_state {

enum class Mutant : uint8_t {
  kNone,
  kRedirectsIgnored,         // a redirect leads nowhere
  kRedirectsOneDeep,         // only the first step of a chain is followed
  kChainRemoval,             // a text is removed for a removed one
  kAnyCertificate,           // the last kept neighbour certifies, not the first
  kNoVerification,           // every candidate is a pair
  kWinnerByArrival,          // who came first wins
  kScoreWithoutBuckets,      // scores that are about the same do not tie
  kDeadPagesKept,            // the death of a live page is not noticed
  kCanonicalFromAnywhere,    // another site may name the winner
  kOlderVersionAccepted,     // the last event wins, not the newest
  kDeletedVersionForgotten,  // a deleted page leaves no trace of its version
  kFirstSeenOverwritten,     // the last sight is taken for the first
  kOrphansForgotten,         // texts removed for a text that is gone stay removed
  kNewKeptUnannounced,       // a text that becomes kept does not tell its neighbours
  kNoRewalk,                 // a group that lost its bridge stays whole
  kStaleForgotten,           // a large group put off is never walked
  kMarketLeaksIntoGroups,    // a market's order decides who belongs together
  kAliasLost,                // a merged-away name resolves to nothing
  kEventSkipped,             // a restored page is not announced
  kUnprobedInSoundMode,      // a page that resembles its representative is not probed
  kLostCandidatesStay,       // a certificate stays though its texts are no longer candidates
  kTouchesForgotten,         // a page seen again as it was keeps its version and its time
  kGainedUnprobed,           // a text that gained candidates joins nobody
};

}  // namespace doppel::group_state
