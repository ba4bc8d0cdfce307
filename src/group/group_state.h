// The state of all groups: a store, and what is kept in memory beside it.
//
// Opening costs a scan of two tables. Everything that changes goes through commit(). Not
// thread-safe.
#pragma once

#include <memory>

#include "group/rules.h"
#include "group/state_view.h"
#include "group/text_facts.h"
#include "store/store.h"

namespace doppel::group {

class GroupState {
 public:
  // The store must outlive the state, and nobody else may write rows of the state to it. Other rows
  // may live there under keys that begin with a capital letter.
  static Result<GroupState> open(store::Store& store);

  // What the state says now. Holds a snapshot: let it go before commit(). REQUIRES: the state and
  // the rules outlive the view.
  StateView view(const Rules& rules) const { return {store_->snapshot(), facts_, rules}; }

  // Writes what a round returned, with whatever rows of its own the caller added to the batch.
  Status commit(const store::Batch& changes);

 private:
  explicit GroupState(store::Store& store) : store_(&store) {}

  store::Store* store_;
  TextFacts facts_;
};

}  // namespace doppel::group
