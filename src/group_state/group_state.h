// The state of all groups: a store, and what is kept in memory beside it.
//
// Opening costs a scan of two tables. Everything that changes goes through commit().
//
// Thread safety: one thread applies and commits rounds; meanwhile any thread may take a reader and
// ask it. A reader is the state as one round left it: rows, memory, and the neighbours of texts. It
// never waits for the writer, and the writer never waits for it.
#pragma once

#include <memory>
#include <mutex>

#include "group_state/rules.h"
#include "group_state/state_view.h"
#include "group_state/text_facts.h"
#include "similarity/neighbour_reader.h"
#include "store/store.h"

namespace doppel::group_state {

// Holds a snapshot of the store: short-lived, please. May be used by several threads.
class GroupReader {
 public:
  using Neighbours = std::shared_ptr<const similarity::NeighbourReader>;

  GroupReader(std::shared_ptr<const store::Snapshot> rows, std::shared_ptr<const TextFacts> facts,
              Neighbours neighbours)
      : rows_(std::move(rows)), facts_(std::move(facts)), neighbours_(std::move(neighbours)) {}

  // For one thread. REQUIRES: the rules outlive the view.
  StateView view(const Rules& rules) const { return {rows_, facts_, rules}; }
  // What resembled what after the same round. Nothing if the writer did not hand it over.
  const Neighbours& neighbours() const { return neighbours_; }

 private:
  friend class GroupState;

  std::shared_ptr<const store::Snapshot> rows_;
  std::shared_ptr<const TextFacts> facts_;
  Neighbours neighbours_;
};

class GroupState {
 public:
  // The store must outlive the state, and nobody else may write rows of the state to it. Other rows
  // may live there under keys that begin with a capital letter.
  static Result<GroupState> open(store::Store& store);

  // The state as the last committed round left it. For any thread.
  GroupReader reader() const;
  StateView view(const Rules& rules) const { return reader().view(rules); }

  // Writes what a round returned, with whatever rows of its own the caller added to the batch.
  // Readers that are taken from now on see it, and with it the neighbours of texts as the round
  // left them: a reader of the source that the round asked. kCorrupt for rows that are not of a
  // round; nothing was written then.
  Status commit(const store::Batch& changes, GroupReader::Neighbours neighbours = nullptr);
  // After open(), when the source of neighbours has been loaded: they belong to the state as it is.
  void set_neighbours(GroupReader::Neighbours neighbours);

 private:
  struct Current {
    explicit Current(GroupReader state) : reader(std::move(state)) {}

    std::mutex mutex;  // held only while the reader is copied
    GroupReader reader;
  };

  GroupState(store::Store& store, GroupReader reader)
      : store_(&store), current_(std::make_unique<Current>(std::move(reader))) {}

  store::Store* store_;
  std::unique_ptr<Current> current_;
};

}  // namespace doppel::group_state
