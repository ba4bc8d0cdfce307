// What resembles this text? Tier 2 as tier 1 sees it.
//
// A source knows texts by ids that it gives out, one id for equal texts; an id stays what it is as
// long as a page refers to it. Of the texts it knows some are living: those that a page has. A
// round says which texts become living and which cease to be, and then asks. The texts of its
// events must be known already.
//
// Contract: what is answered depends on the living texts and their order in each market alone.
// Candidates are symmetric: if b is among those of a, then a is among those of b. Whether two texts
// are candidates may depend on others: of a bucket that is too full, only the most preferred texts
// are candidates of all. change() tells whose candidates changed although they stayed. Asked by one
// thread at a time.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "doppel/status.h"
#include "similarity/page_rule.h"

namespace doppel::similarity {

// Texts that stayed, yet whose candidates changed because others came or went.
struct Shift {
  std::vector<StoredTextId> gained, lost;
};

// Where texts stand. Market 0 is the neutral one.
class Standings {
 public:
  virtual ~Standings() = default;
  // As bytes: smaller is more preferred. REQUIRES: the text is living.
  virtual std::string rank(size_t market, StoredTextId text) const = 0;
};

// What a round does to the texts.
struct LivingChange {
  std::span<const StoredTextId> came;   // become living
  std::span<const StoredTextId> gone;   // cease to be
  std::span<const StoredTextId> moved;  // stay, and stand elsewhere in some market
};

// What a source can be asked.
class NeighbourQueries {
 public:
  virtual ~NeighbourQueries() = default;
  // Appends living texts that may form a pair with the text, in any order; repeats and the text
  // itself do no harm.
  virtual Status candidates(StoredTextId text, std::vector<StoredTextId>& out) = 0;
  // How alike they are if they form a pair, in the view that proves it; nothing if they do not.
  virtual Result<std::optional<VerifiedPair>> verify(StoredTextId left, StoredTextId right) = 0;
};

class NeighbourSource : public NeighbourQueries {
 public:
  // Called once a round, before anything is asked, with the standings of after the round.
  // kInvalidArgument for an id that is not known; nothing has changed then.
  virtual Result<Shift> change(const LivingChange& change, const Standings& standings) = 0;
  // The markets are exchanged for others: for each one of after the change, in which order, where
  // the market with the same order was before; nothing if there was none. Tells whose candidates
  // change. The default is for a source whose answers do not depend on markets.
  virtual Result<Shift> change_markets(std::span<const std::optional<size_t>> origins,
                                       const Standings& standings) {
    static_cast<void>(origins);
    static_cast<void>(standings);
    return Shift{};
  }
  // Takes the last change back: its round failed or was not committed.
  virtual void undo_change() = 0;
};

}  // namespace doppel::similarity
