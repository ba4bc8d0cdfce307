// Which texts resemble this text? The interface through which tier 1 (groups) sees tier 2 (pairs).
//
// A source identifies texts by ids that it assigns, one id for equal texts; an id does not change
// as long as a page refers to it. Some of the texts it knows are living: those that belong to a
// page. A round says which texts become living and which cease to be, and then asks. The texts of
// its events must be known before.
//
// Contract: answers depend only on the living texts and their order in each market. Candidates are
// symmetric: if b is a candidate of a, then a is a candidate of b. Whether two texts are candidates
// may depend on other texts: in a bucket that is too full, only the most preferred texts are
// candidates of all others. change() returns the texts whose candidates changed although they
// stayed. Only one thread at a time may use a source.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "doppel/status.h"
#include "similarity/page_rule.h"

namespace doppel::similarity {

// Texts that stayed but whose candidates changed, because other texts came or went.
struct Shift {
  std::vector<StoredTextId> gained, lost;
};

// The ranks of texts in each market. Market 0 is the neutral one.
class Standings {
 public:
  virtual ~Standings() = default;
  // As bytes: smaller is more preferred. REQUIRES: the text is living.
  virtual std::string rank(size_t market, StoredTextId text) const = 0;
};

// What a round does to the texts.
struct LivingChange {
  std::span<const StoredTextId> came;   // become living
  std::span<const StoredTextId> gone;   // cease to be living
  std::span<const StoredTextId> moved;  // stay, but their rank changes in some market
};

// The queries that a source answers.
class NeighbourQueries {
 public:
  virtual ~NeighbourQueries() = default;
  // Appends living texts that may form a pair with the text, in any order. The result may contain
  // repeats and the text itself.
  virtual Status candidates(StoredTextId text, std::vector<StoredTextId>& out) = 0;
  // If the two texts form a pair: their similarity in the view that proves it. Nothing otherwise.
  virtual Result<std::optional<VerifiedPair>> verify(StoredTextId left, StoredTextId right) = 0;
};

class NeighbourSource : public NeighbourQueries {
 public:
  // Called once in each round, before any query. `standings` are those after the round.
  // kInvalidArgument if an id is unknown; nothing is changed then.
  virtual Result<Shift> change(const LivingChange& change, const Standings& standings) = 0;
  // Replaces the markets. `origins` has an entry for each new market, in order: the index of the
  // old market with the same winner order, or nothing if there was none. Returns the texts whose
  // candidates change. The default is for sources whose answers do not depend on markets.
  virtual Result<Shift> change_markets(std::span<const std::optional<size_t>> origins,
                                       const Standings& standings) {
    static_cast<void>(origins);
    static_cast<void>(standings);
    return Shift{};
  }
  // Undoes the last change, because its round failed or was not committed.
  virtual void undo_change() = 0;
};

}  // namespace doppel::similarity
