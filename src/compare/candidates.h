// The seam between the ways to find candidates and the one way to verify them.
//
// Texts are known by their rank, their place in winner order: 0 is the most preferred. A source
// names for each text the candidates that stand before it; a pair is named once, by the later of
// the two.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/table.h"
#include "doppel/status.h"
#include "record/pair.h"

namespace doppel::compare {

using doppel::Rank;

// The texts of a run in winner order, both ways round.
struct RankedTexts {
  std::span<const TextId> by_rank;
  std::span<const Rank> rank_of;  // by text
};

// A bucket of so many texts that not every two of them are candidates (bucket_pairs.h): its texts,
// the most preferred first.
using HotBucket = Table<Rank>;

class CandidateSource {
 public:
  virtual ~CandidateSource() = default;
  // Does the text have a candidate, before or after it?
  virtual bool has_candidates(Rank text) const = 0;
  // Appends its candidates that stand before it; one may be named several times. Thread-safe. An
  // error is a failure of the storage.
  virtual Status append_earlier(Rank text, std::vector<Rank>& out) const = 0;
  // The buckets that append_earlier() leaves out.
  virtual std::span<const HotBucket> hot_buckets() const { return {}; }
  virtual uint32_t hot_limit() const { return 0; }
};

}  // namespace doppel::compare
