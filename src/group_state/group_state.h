// The state of all groups: a store, and the facts in memory that belong to it.
//
// Opening costs a scan of a few tables. All changes are made by commit().
//
// Thread safety: one thread applies and commits rounds; meanwhile any thread may take a reader and
// query it. A reader is the state after one round: rows, facts in memory, and the neighbours of
// texts. It never waits for the writer, and the writer never waits for it.
#pragma once

#include <memory>
#include <mutex>

#include "group_state/rules.h"
#include "group_state/state_facts.h"
#include "group_state/state_view.h"
#include "similarity/neighbour_reader.h"
#include "store/store.h"

namespace doppel::group_state {

// Has a snapshot of the store, so keep it only for a short time. Several threads may use it.
class GroupReader {
 public:
  using Neighbours = std::shared_ptr<const similarity::NeighbourReader>;

  GroupReader(std::shared_ptr<const store::Snapshot> rows, std::shared_ptr<const StateFacts> facts,
              Neighbours neighbours, std::shared_ptr<const Rules> rules = nullptr)
      : rows_(std::move(rows)),
        facts_(std::move(facts)),
        neighbours_(std::move(neighbours)),
        rules_(std::move(rules)) {}

  // For one thread. REQUIRES: the rules outlive the view.
  StateView view(const Rules& rules) const { return {rows_, facts_, rules}; }
  // Under the rules of its round. REQUIRES: the writer has set rules; this outlives the view.
  StateView view() const { return {rows_, facts_, *rules_}; }
  const Rules& rules() const { return *rules_; }
  // The rows that it sees, those of the store's other owners included.
  const std::shared_ptr<const store::Snapshot>& rows() const { return rows_; }
  // Which texts are neighbours after the same round. Null if the writer did not provide it.
  const Neighbours& neighbours() const { return neighbours_; }

 private:
  friend class GroupState;

  std::shared_ptr<const store::Snapshot> rows_;
  std::shared_ptr<const StateFacts> facts_;
  Neighbours neighbours_;
  std::shared_ptr<const Rules> rules_;  // null if the writer keeps them itself
};

class GroupState {
 public:
  // The store must outlive the state, and no other code may write rows of the state to it. The
  // store may have other rows, whose keys begin with a capital letter.
  static Result<GroupState> open(store::Store& store);

  // The state as the last committed round left it. For any thread.
  GroupReader reader() const;
  StateView view(const Rules& rules) const { return reader().view(rules); }

  // Writes the result of a round, and the rows that the caller has added to the batch. Readers
  // taken from now on see it, together with `neighbours`: a reader of the source of neighbours that
  // the round used, and with `rules` if they have changed. kCorrupt for rows that are not those of
  // a round; then nothing is written.
  Status commit(const store::Batch& changes, GroupReader::Neighbours neighbours = nullptr,
                std::shared_ptr<const Rules> rules = nullptr);
  // Call after open(), when the source of neighbours was loaded. It must match the current state.
  void set_neighbours(GroupReader::Neighbours neighbours);
  // Call after open(), if readers are to know the rules.
  void set_rules(std::shared_ptr<const Rules> rules);

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
