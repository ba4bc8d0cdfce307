#include "group_state/group_state.h"

namespace doppel::group_state {

Result<GroupState> GroupState::open(store::Store& store) {
  std::shared_ptr<const store::Snapshot> rows = store.snapshot();
  Result<StateFacts> facts = StateFacts::load(*rows);
  if (!facts) return facts.error();
  auto shared = std::make_shared<const StateFacts>(*std::move(facts));
  return GroupState(store, {std::move(rows), std::move(shared), nullptr});
}

GroupReader GroupState::reader() const {
  const std::lock_guard lock(current_->mutex);
  return current_->reader;
}

void GroupState::set_neighbours(GroupReader::Neighbours neighbours) {
  const std::lock_guard lock(current_->mutex);
  std::swap(current_->reader.neighbours_, neighbours);
}

void GroupState::set_rules(std::shared_ptr<const Rules> rules) {
  const std::lock_guard lock(current_->mutex);
  std::swap(current_->reader.rules_, rules);
}

Status GroupState::commit(const store::Batch& changes, GroupReader::Neighbours neighbours,
                          std::shared_ptr<const Rules> rules) {
  const GroupReader before = reader();
  if (!rules) rules = before.rules_;
  Result<StateFacts> facts = before.facts_->with(changes);
  if (!facts) return facts.error();
  Status written = store_->write(changes);
  if (!written.ok()) return written;
  GroupReader next(store_->snapshot(), std::make_shared<const StateFacts>(*std::move(facts)),
                   std::move(neighbours), std::move(rules));
  const std::lock_guard lock(current_->mutex);
  std::swap(current_->reader, next);  // the old one is destroyed after the lock is released
  return {};
}

}  // namespace doppel::group_state
