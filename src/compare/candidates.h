// The interface between the several ways to find candidates and the one way to verify them.
//
// Texts are identified by their rank, their position in winner order: 0 is the most preferred. A
// source returns, for each text, the candidates that come before it; so a pair is returned once,
// for the later of its two texts.
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

// The texts of a run in winner order: which text has a rank, and which rank has a text.
struct RankedTexts {
  std::span<const TextId> by_rank;
  std::span<const Rank> rank_of;  // by text
};

// A bucket with so many texts that not every two of them are candidates (bucket_pairs.h). The most
// preferred texts come first.
using HotBucket = Table<Rank>;

class CandidateSource {
 public:
  virtual ~CandidateSource() = default;
  // Does the text have a candidate, before or after it?
  virtual bool has_candidates(Rank text) const = 0;
  // Appends the candidates that come before the text; one may be appended several times.
  // Thread-safe. An error means that the storage failed.
  virtual Status append_earlier(Rank text, std::vector<Rank>& out) const = 0;
  // The hot buckets, which append_earlier() leaves out.
  virtual std::span<const HotBucket> hot_buckets() const { return {}; }
  virtual uint32_t hot_limit() const { return 0; }
};

}  // namespace doppel::compare
