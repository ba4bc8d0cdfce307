// The laws of living groups, each over one history. Empty: the law holds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "scenarios/world.h"

namespace doppel::scenarios {

// How a history is cut into rounds.
struct Rounds {
  size_t events = SIZE_MAX;  // in a round
  bool shuffle = false;
  bool restart = false;
  bool on_disk = false;  // the rows are on disk: RocksDB
  Strategy strategy = Strategy::kScan;
  // Of `lsh`: buckets of more texts are hot, and the answer is that of the rule.
  std::optional<uint32_t> hot_limit = {};
  bool pages = false;  // most texts have two views
};

// Mode sound: after every round pages, groups, winners, kept, removed and certificates are those of
// a run from scratch; the fold of events is the state; a round delivered again changes nothing.
// The seed chooses the threshold and the limits.
std::string sound_law(uint32_t seed, std::span<const Happening> history, const Rounds& rounds);
// Over the random history of that seed.
std::string sound_law(uint32_t seed, size_t length, const Rounds& rounds);

// Mode paper: as sound up to the first approximation; after it every removal that is told is
// proven, and every page is in one group with one winner.
struct PaperOutcome {
  std::string fault;
  uint64_t probes_saved = 0, rewalks_saved = 0, failed = 0;
};
PaperOutcome paper_law(uint32_t seed, size_t length);

}  // namespace doppel::scenarios
