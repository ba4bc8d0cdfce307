#include "group_state/group_state.h"

namespace doppel::group_state {

Result<GroupState> GroupState::open(store::Store& store) {
  std::shared_ptr<const store::Snapshot> rows = store.snapshot();
  Result<TextFacts> facts = TextFacts::load(*rows);
  if (!facts) return facts.error();
  auto shared = std::make_shared<const TextFacts>(*std::move(facts));
  return GroupState(store, {std::move(rows), std::move(shared)});
}

GroupReader GroupState::reader() const {
  const std::lock_guard lock(current_->mutex);
  return current_->reader;
}

Status GroupState::commit(const store::Batch& changes) {
  Result<TextFacts> facts = reader().facts_->with(changes);
  if (!facts) return facts.error();
  Status written = store_->write(changes);
  if (!written.ok()) return written;
  GroupReader next(store_->snapshot(), std::make_shared<const TextFacts>(*std::move(facts)));
  const std::lock_guard lock(current_->mutex);
  std::swap(current_->reader, next);  // the old one ends behind the lock
  return {};
}

}  // namespace doppel::group_state
