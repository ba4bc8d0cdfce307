// The interface between a set of texts that come and go and the strategies that find candidates in
// it.
//
// Texts are identified by numbers, which the caller assigns and may reuse once the text has gone.
// Promise: candidates are symmetric and depend only on the living texts and their order in each
// market.
//
// Thread safety: one thread changes an index and takes snapshots of it; many threads may query a
// snapshot, while the index changes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace doppel::living_candidates {

// Texts that stayed but whose candidates may have changed. A text may be listed several times, and
// also if nothing changed in the end.
struct CandidateChanges {
  std::vector<TextId> gained;  // may have new candidates
  std::vector<TextId> lost;    // may have lost candidates
};

// What an index may use when a text comes.
struct TextSignature {
  std::span<const uint32_t> keys = {};      // of its bands; empty when it has no words
  std::span<const uint64_t> shingles = {};  // distinct, their fixed hashes
  uint64_t mirror_set = 0;  // PageSubject::mirror_set; 0: the text is a mirror set of its own
  const TextSignature* full = nullptr;  // of its full text, if it has two views
};

// The rank of a text in the winner order of a market, as bytes: smaller is more preferred.
using RankOf = std::function<std::string(size_t market, TextId text)>;

// Queries about the living texts at one moment.
class CandidateView {
 public:
  virtual ~CandidateView() = default;

  // Appends texts that may form a pair with it, each once, ascending, without itself. REQUIRES: the
  // text is living.
  virtual void candidates(TextId text, std::vector<TextId>& out) const = 0;
  // The same for a text that is not in the index: the candidates that it would have if it came and
  // every market preferred all other texts to it.
  virtual void candidates(const TextSignature& signature, std::vector<TextId>& out) const = 0;

  // Memory in use, without what the caller keeps.
  virtual size_t bytes() const = 0;
};

class CandidateIndex {
 public:
  virtual ~CandidateIndex() = default;

  // Loads the texts of a store that is being opened into an empty index. This is a change of its
  // own.
  virtual void load(std::span<const TextId> texts, std::span<const TextSignature> signatures,
                    const RankOf& rank_of);
  // A second index of the texts that are living now. Ranks are only read during the call. Returns
  // nothing if it would always give the same candidates as this one.
  virtual std::unique_ptr<CandidateIndex> twin(const RankOf& rank_of) const = 0;

  // Begins a change: one call of move(), then calls of insert(), then of release(). Ranks are those
  // after the change, and are only read during these calls.
  virtual void begin_change(const RankOf&) {}
  // Or instead of all these, one call of change_markets(): the markets are exchanged for others.
  // For each of the new ones, `origins` tells which of the old ones has the same order.
  virtual void change_markets(std::span<const std::optional<size_t>>, CandidateChanges&) {}
  // The rank of these texts has changed in some market.
  virtual void move(std::span<const TextId>, CandidateChanges&) {}
  // The text comes. REQUIRES: the number is not in use.
  virtual void insert(TextId text, const TextSignature& signature, CandidateChanges& changes) = 0;
  // The text goes; its number stays in use until the caller assigns it again.
  virtual void release(TextId text, CandidateChanges& changes) = 0;
  // Undoes the whole change.
  virtual void undo_change(std::span<const TextId> came, std::span<const TextId> gone) = 0;

  // Whether candidates depend on the markets at present: a bucket has more texts than its limit.
  virtual bool has_hot_buckets() const { return false; }

  // Queries of the current state of the index.
  virtual const CandidateView& view() const = 0;
  // A snapshot of the index as it is now. Costs a few pointers.
  virtual std::shared_ptr<const CandidateView> snapshot() const = 0;
};

inline void CandidateIndex::load(std::span<const TextId> texts,
                                 std::span<const TextSignature> signatures, const RankOf& rank_of) {
  begin_change(rank_of);
  CandidateChanges none;
  for (size_t i = 0; i < texts.size(); ++i) insert(texts[i], signatures[i], none);
}

}  // namespace doppel::living_candidates
