// Which text leads its unit? A hash table from units to one text each. Copies share what has not
// changed since (shared_vector.h). The caller knows the unit of a text.
//
// Memory: 8 to 16 bytes per unit. Thread safety: that of shared_blocks.h.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/ids.h"
#include "base/shared_vector.h"
#include "base/table_hash.h"

namespace doppel::living_candidates {

class UnitLeaders {
 public:
  using UnitOf = std::function<uint64_t(TextId)>;

  explicit UnitLeaders(TableHash hash) : hash_(hash) {}

  std::optional<TextId> find(uint64_t unit, const UnitOf& unit_of) const;
  // Replaces the present leader of its unit, if there is one.
  void set(TextId leader, const UnitOf& unit_of);
  // REQUIRES: some text leads the unit.
  void erase(uint64_t unit, const UnitOf& unit_of);

  size_t bytes() const { return slots_.bytes(); }

 private:
  static constexpr size_t kLeastSlots = 64;

  size_t home(uint64_t unit) const { return hash_.place(unit, std::countr_zero(slots_.size())); }
  size_t next(size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  // The slot of the leader of the unit; if there is none, the empty slot where it belongs.
  size_t slot_of(uint64_t unit, const UnitOf& unit_of) const;
  void grow(const UnitOf& unit_of);

  TableHash hash_;
  SharedVector<uint32_t, 1024>
      slots_;  // number of a text plus one; 0: empty. A power of two, or none
  size_t units_ = 0;
};

}  // namespace doppel::living_candidates
