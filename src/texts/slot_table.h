// A hash table of numbers, 8 bytes for each entry: {tag, number}. Several entries may have the same
// tag; the caller compares what their numbers stand for.
//
// The slot of an entry follows from the top bits of its tag, so the table can grow without the
// original hashes. It grows when two thirds of it are used. Not thread-safe.
#pragma once

#include <bit>
#include <cstdint>

#include "base/table.h"
#include "base/table_hash.h"

namespace doppel::texts {

class SlotTable {
 public:
  explicit SlotTable(TableHash hash, TableMemory* memory = usual_memory())
      : hash_(hash), slots_(size_t{1} << kFirstBits, memory) {}

  // The first number with this hash for which is(number) is true, or kNone.
  template <typename Is>
  uint32_t find(uint64_t hash, Is is) const {
    uint32_t tag = tag_of(hash);
    for (size_t at = home(tag); slots_[at].number != kNone; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].tag == tag && is(slots_[at].number)) return slots_[at].number;
    }
    return kNone;
  }

  void insert(uint64_t hash, uint32_t number) {
    if (3 * (used_ + 1) > 2 * slots_.size()) grow();
    put({tag_of(hash), number});
    ++used_;
  }

  void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[home(tag_of(hash))]); }

  static constexpr uint32_t kNone = UINT32_MAX;

 private:
  struct Slot {
    uint32_t tag = 0;
    uint32_t number = kNone;
  };
  static constexpr int kFirstBits = 10;

  uint32_t tag_of(uint64_t hash) const { return static_cast<uint32_t>(hash_.slot(hash, 32)); }
  size_t home(uint32_t tag) const { return tag >> (32 - std::countr_zero(slots_.size())); }

  void put(Slot slot) {
    size_t at = home(slot.tag);
    while (slots_[at].number != kNone) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }

  void grow() {
    Table<Slot> old(2 * slots_.size(), slots_.get_allocator());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number != kNone) put(slot);
    }
  }

  TableHash hash_;
  Table<Slot> slots_;
  size_t used_ = 0;
};

}  // namespace doppel::texts
