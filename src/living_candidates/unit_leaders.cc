// Open addressing with linear probing, at most half full. A slot that becomes empty is filled with
// a later entry that may be stored there, so that no search ends too early.
//
// Tested by hot_order_test.cc.
#include "living_candidates/unit_leaders.h"

#include <algorithm>
#include <utility>

namespace doppel::living_candidates {

size_t UnitLeaders::slot_of(uint64_t unit, const UnitOf& unit_of) const {
  size_t slot = home(unit);
  while (slots_[slot] != 0 && unit_of({slots_[slot] - 1}) != unit) slot = next(slot);
  return slot;
}

std::optional<TextId> UnitLeaders::find(uint64_t unit, const UnitOf& unit_of) const {
  if (units_ == 0) return std::nullopt;
  const uint32_t found = slots_[slot_of(unit, unit_of)];
  if (found == 0) return std::nullopt;
  return TextId{found - 1};
}

void UnitLeaders::set(TextId leader, const UnitOf& unit_of) {
  if (2 * (units_ + 1) > slots_.size()) grow(unit_of);
  const size_t slot = slot_of(unit_of(leader), unit_of);
  units_ += slots_[slot] == 0;
  slots_.change(slot) = leader.value + 1;
}

void UnitLeaders::erase(uint64_t unit, const UnitOf& unit_of) {
  size_t empty = slot_of(unit, unit_of);
  slots_.change(empty) = 0;
  --units_;
  for (size_t slot = next(empty); slots_[slot] != 0; slot = next(slot)) {
    const size_t wanted = home(unit_of({slots_[slot] - 1}));
    // Is the empty slot between its home slot and its present slot?
    const size_t mask = slots_.size() - 1;
    if (((slot - wanted) & mask) < ((slot - empty) & mask)) continue;
    slots_.change(empty) = slots_[slot];
    slots_.change(slot) = 0;
    empty = slot;
  }
}

void UnitLeaders::grow(const UnitOf& unit_of) {
  const SharedVector<uint32_t, 1024> before = std::exchange(slots_, {});
  slots_.grow_to(std::max(kLeastSlots, 2 * before.size()));
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i] == 0) continue;
    slots_.change(slot_of(unit_of({before[i] - 1}), unit_of)) = before[i];
  }
}

}  // namespace doppel::living_candidates
