// The seam between a living set of texts and the ways to find candidates in it.
//
// Texts are known by numbers that the caller gives out and may use again once the text has gone.
// Promise: candidates are symmetric and a function of the living texts and their order in each
// market.
//
// Thread safety: one thread changes an index and takes snapshots of it; a snapshot may be asked by
// many threads, whatever happens to the index.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace doppel::living_candidates {

// Texts that stayed, but whose candidates may have changed. May name a text several times,
// and texts of which nothing changed in the end.
struct CandidateChanges {
  std::vector<TextId> gained;  // may have candidates that they did not have
  std::vector<TextId> lost;    // may have lost some
};

// What an index may look at when a text comes.
struct TextSignature {
  std::span<const uint32_t> keys = {};      // of its bands; empty when it has no words
  std::span<const uint64_t> shingles = {};  // distinct, their fixed hashes
  uint64_t unit = 0;                        // PageSubject::unit; 0: a unit of its own
  const TextSignature* full = nullptr;      // of its full text, if it has two views
};

// Where a text stands in the winner order of a market, as bytes: smaller is more preferred.
using RankOf = std::function<std::string(size_t market, TextId text)>;

// The questions, about the living texts of one moment.
class CandidateView {
 public:
  virtual ~CandidateView() = default;

  // Appends texts that may form a pair with it, each once, ascending, without itself. REQUIRES: the
  // text is living.
  virtual void candidates(TextId text, std::vector<TextId>& out) const = 0;
  // The same for a text that is not there: the candidates that it would have if it came and every
  // market preferred all other texts to it.
  virtual void candidates(const TextSignature& signature, std::vector<TextId>& out) const = 0;

  // Of memory, without what the caller keeps.
  virtual size_t bytes() const = 0;
};

class CandidateIndex {
 public:
  virtual ~CandidateIndex() = default;

  // Takes the texts of a store that is opened, when there are none yet. A change of its own.
  virtual void load(std::span<const TextId> texts, std::span<const TextSignature> signatures,
                    const RankOf& rank_of);
  // A second index of the texts that are living now. Ranks are asked for at once. Nothing when it
  // would always name the same texts as this one.
  virtual std::unique_ptr<CandidateIndex> twin(const RankOf& rank_of) const = 0;

  // A change begins: a call of move(), then calls of insert(), then of release(). Ranks are those
  // of after the change, and are asked for by these calls only.
  virtual void begin_change(const RankOf&) {}
  // These texts stand elsewhere in some market's order.
  virtual void move(std::span<const TextId>, CandidateChanges&) {}
  // The text comes. REQUIRES: the number is not in use.
  virtual void insert(TextId text, const TextSignature& signature, CandidateChanges& changes) = 0;
  // The text goes; its number stays in use until the caller gives it out again.
  virtual void release(TextId text, CandidateChanges& changes) = 0;
  // Takes the whole change back.
  virtual void undo_change(std::span<const TextId> came, std::span<const TextId> gone) = 0;

  // The questions, answered by the index as it changes.
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
