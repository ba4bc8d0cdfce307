// Open addressing with linear probing, at most half full. A slot that becomes empty is filled with
// a later entry that may be stored there, so that no search ends too early.
//
// Tested by hot_order_test.cc.
#include "living_candidates/mirror_set_leaders.h"

#include <algorithm>
#include <utility>

namespace doppel::living_candidates {

size_t MirrorSetLeaders::slot_of(uint64_t mirror_set, const MirrorSetOf& mirror_set_of) const {
  size_t slot = home(mirror_set);
  while (slots_[slot] != 0 && mirror_set_of({slots_[slot] - 1}) != mirror_set) slot = next(slot);
  return slot;
}

std::optional<TextId> MirrorSetLeaders::find(uint64_t mirror_set,
                                             const MirrorSetOf& mirror_set_of) const {
  if (mirror_sets_ == 0) return std::nullopt;
  const uint32_t found = slots_[slot_of(mirror_set, mirror_set_of)];
  if (found == 0) return std::nullopt;
  return TextId{found - 1};
}

void MirrorSetLeaders::set(TextId leader, const MirrorSetOf& mirror_set_of) {
  if (2 * (mirror_sets_ + 1) > slots_.size()) grow(mirror_set_of);
  const size_t slot = slot_of(mirror_set_of(leader), mirror_set_of);
  mirror_sets_ += slots_[slot] == 0;
  slots_.change(slot) = leader.value + 1;
}

void MirrorSetLeaders::erase(uint64_t mirror_set, const MirrorSetOf& mirror_set_of) {
  size_t empty = slot_of(mirror_set, mirror_set_of);
  slots_.change(empty) = 0;
  --mirror_sets_;
  for (size_t slot = next(empty); slots_[slot] != 0; slot = next(slot)) {
    const size_t wanted = home(mirror_set_of({slots_[slot] - 1}));
    // Is the empty slot between its home slot and its present slot?
    const size_t mask = slots_.size() - 1;
    if (((slot - wanted) & mask) < ((slot - empty) & mask)) continue;
    slots_.change(empty) = slots_[slot];
    slots_.change(slot) = 0;
    empty = slot;
  }
}

void MirrorSetLeaders::grow(const MirrorSetOf& mirror_set_of) {
  const SharedVector<uint32_t, 1024> before = std::exchange(slots_, {});
  slots_.grow_to(std::max(kLeastSlots, 2 * before.size()));
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i] == 0) continue;
    slots_.change(slot_of(mirror_set_of({before[i] - 1}), mirror_set_of)) = before[i];
  }
}

}  // namespace doppel::living_candidates
