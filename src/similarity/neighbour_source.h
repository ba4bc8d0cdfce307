// What resembles this text? Tier 2 as tier 1 sees it.
//
// A source knows texts by ids that it gives out, one id for equal texts; an id stays what it is as
// long as a page refers to it. Of the texts it knows some are living: those that a page has. A
// round says which texts become living and which cease to be, and then asks. The texts of its
// events must be known already.
//
// Contract: what is answered depends on the living texts alone. Candidates are symmetric: if b is
// among those of a, then a is among those of b. Whether two texts are candidates may depend on
// others (a bucket that is too full shows only some of its pairs); change() tells whose candidates
// changed although they stayed. Asked by one thread at a time.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel::similarity {

// Texts that stayed, yet whose candidates changed because others came or went.
struct Shift {
  std::vector<StoredTextId> gained, lost;
};

class NeighbourSource {
 public:
  virtual ~NeighbourSource() = default;
  // These texts become living, those cease to be. Called once a round, before anything is asked.
  // kInvalidArgument for an id that is not known; nothing has changed then.
  virtual Result<Shift> change(std::span<const StoredTextId> came,
                               std::span<const StoredTextId> gone) = 0;
  // Takes the last change back: its round failed or was not committed.
  virtual void undo_change() = 0;
  // Appends living texts that may form a pair with the text, in any order; repeats and the text
  // itself do no harm.
  virtual Status candidates(StoredTextId text, std::vector<StoredTextId>& out) = 0;
  // How alike they are if the predicate holds; nothing if it does not.
  virtual Result<std::optional<Similarity>> verify(StoredTextId left, StoredTextId right) = 0;
};

}  // namespace doppel::similarity
