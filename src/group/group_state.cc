#include "group/group_state.h"

namespace doppel::group {

Result<GroupState> GroupState::open(store::Store& store) {
  GroupState out(store);
  Status loaded = out.facts_.load(*store.snapshot());
  if (!loaded.ok()) return loaded;
  return out;
}

Status GroupState::commit(const store::Batch& changes) {
  Status written = store_->write(changes);
  if (written.ok()) facts_.apply(changes);
  return written;
}

}  // namespace doppel::group
