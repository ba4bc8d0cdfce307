// The queries of a round to its NeighbourSource: each is made once and counted.
//
// The first error is kept; after it no text has neighbours, and the round ends with that error. So
// the steps of a round need not check for errors. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "similarity/neighbour_source.h"

namespace doppel::rounds {

class Neighbours {
 public:
  explicit Neighbours(similarity::NeighbourSource& source) : source_(source) {}

  // Ascending, each once, without the text itself.
  const std::vector<StoredTextId>& candidates(StoredTextId text);
  std::optional<similarity::VerifiedPair> verify(StoredTextId left, StoredTextId right);

  // The pair is known, or assumed: verify() returns it without asking the source.
  void assume(StoredTextId left, StoredTextId right, const similarity::VerifiedPair& pair);
  // Sets the candidates of the text, so that it is not probed.
  void restrict_to(StoredTextId text, std::vector<StoredTextId> candidates);

  uint64_t probes() const { return probes_; }
  // The number of candidates returned, counted at each call.
  uint64_t candidates_seen() const { return candidates_seen_; }
  uint64_t verifications() const { return verifications_; }
  const Status& status() const { return status_; }

 private:
  similarity::NeighbourSource& source_;
  std::unordered_map<StoredTextId, std::vector<StoredTextId>> candidates_;
  // Ids are numbers of ours, so that spreading them is enough.
  struct PairHash {
    size_t operator()(const std::pair<StoredTextId, StoredTextId>& ids) const noexcept {
      constexpr uint64_t kSpread = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
      return (ids.first.value * kSpread) ^ ids.second.value;
    }
  };
  // By (smaller, larger) id; left: the smaller.
  std::unordered_map<std::pair<StoredTextId, StoredTextId>, std::optional<similarity::VerifiedPair>,
                     PairHash>
      pairs_;
  uint64_t probes_ = 0, candidates_seen_ = 0, verifications_ = 0;
  Status status_;
};

}  // namespace doppel::rounds
