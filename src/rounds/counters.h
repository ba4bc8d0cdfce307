// Counters of the work of a round.
#pragma once

#include <cstdint>

namespace doppel::rounds {

struct Counters {
  uint64_t probes = 0;                // texts whose candidates were asked for
  uint64_t candidates_seen = 0;       // candidates gone through, each time
  uint64_t probes_saved = 0;          // changed texts that stayed unprobed (paper mode)
  uint64_t verifications = 0;         // pairs compared
  uint64_t verifications_failed = 0;  // reports: removals that could not be verified
  uint64_t repairs = 0;               // groups recomputed for too many of these
  uint64_t rewalks = 0;               // groups walked again because a text left
  uint64_t rewalks_saved = 0;         // groups left as they were although a text left (paper mode)
  uint64_t stale_groups = 0;          // groups too large to be walked in this round
  uint64_t rows_read = 0;             // of the state, before the round and after it
  uint64_t superseded = 0;            // events with a newer one in the same round
  uint64_t touches = 0;               // pages that were seen again as they were
};

}  // namespace doppel::rounds
