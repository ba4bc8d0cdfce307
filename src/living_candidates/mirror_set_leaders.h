// Which text leads its mirror set? A hash table from mirror sets to one text each. Copies share
// what has not changed since (shared_vector.h). The caller knows the mirror set of a text.
//
// Memory: 8 to 16 bytes per mirror set. Thread safety: that of shared_blocks.h.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/ids.h"
#include "base/shared_vector.h"
#include "base/table_hash.h"

namespace doppel::living_candidates {

class MirrorSetLeaders {
 public:
  using MirrorSetOf = std::function<uint64_t(TextId)>;

  explicit MirrorSetLeaders(TableHash hash) : hash_(hash) {}

  std::optional<TextId> find(uint64_t mirror_set, const MirrorSetOf& mirror_set_of) const;
  // Replaces the present leader of its mirror set, if there is one.
  void set(TextId leader, const MirrorSetOf& mirror_set_of);
  // REQUIRES: some text leads the mirror set.
  void erase(uint64_t mirror_set, const MirrorSetOf& mirror_set_of);

  size_t bytes() const { return slots_.bytes(); }

 private:
  static constexpr size_t kLeastSlots = 64;

  size_t home(uint64_t mirror_set) const {
    return hash_.slot(mirror_set, std::countr_zero(slots_.size()));
  }
  size_t next(size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  // The slot of the leader of the mirror set; if there is none, the empty slot where it belongs.
  size_t slot_of(uint64_t mirror_set, const MirrorSetOf& mirror_set_of) const;
  void grow(const MirrorSetOf& mirror_set_of);

  TableHash hash_;
  SharedVector<uint32_t, 1024>
      slots_;  // number of a text plus one; 0: empty. A power of two, or none
  size_t mirror_sets_ = 0;
};

}  // namespace doppel::living_candidates
