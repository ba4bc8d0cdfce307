// A hash table of text numbers that needs 5 bytes per slot: a byte of the hash and the number.
// Several numbers may have the same hash; the caller compares the keys.
//
// It has room for a fixed number of entries, at most 4/5 of the slots are used, and nothing is ever
// removed. So other threads can search while one thread adds.
//
// Thread safety: one thread calls put() while any number of threads call the other functions. They
// see all entries that were put before they got access to the table, and possibly some later ones.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "base/ids.h"

namespace doppel::living_candidates {

class TagTable {
 public:
  explicit TagTable(size_t room)
      : size_(std::max(kFewest, room + room / 4 + 1)),
        tags_(std::make_unique<std::atomic<uint8_t>[]>(size_)),
        numbers_(std::make_unique<std::atomic<uint32_t>[]>(size_)) {}

  // Calls visit(number) for each number that may have this hash, until it returns true.
  template <typename Visit>
  void find(uint64_t hash, Visit visit) const {
    const uint8_t tag = tag_of(hash);
    for (size_t at = home(hash);; at = next(at)) {
      const uint8_t found = tags_[at].load(std::memory_order_acquire);
      if (found == kEmpty) return;
      if (found == tag && visit(TextId{numbers_[at].load(std::memory_order_relaxed)})) return;
    }
  }
  // Always inline: see number_table.h.
  [[gnu::always_inline]] void prefetch(uint64_t hash) const {
    const size_t at = home(hash);
    __builtin_prefetch(&tags_[at]);
    __builtin_prefetch(&numbers_[at]);
  }

  // REQUIRES: it has been called fewer times than there is room for.
  void put(uint64_t hash, TextId number) {
    size_t at = home(hash);
    while (tags_[at].load(std::memory_order_relaxed) != kEmpty) at = next(at);
    numbers_[at].store(number.value, std::memory_order_relaxed);
    tags_[at].store(tag_of(hash), std::memory_order_release);  // now it can be found
  }

  size_t bytes() const { return size_ * (sizeof(uint8_t) + sizeof(uint32_t)); }

 private:
  static constexpr uint8_t kEmpty = 0;
  static constexpr size_t kFewest = 16;

  static uint8_t tag_of(uint64_t hash) { return static_cast<uint8_t>(1 + (hash & 0xFF) % 255); }
  size_t home(uint64_t hash) const { return (hash >> 32) * size_ >> 32; }
  size_t next(size_t at) const { return at + 1 == size_ ? 0 : at + 1; }

  size_t size_;
  std::unique_ptr<std::atomic<uint8_t>[]> tags_;
  std::unique_ptr<std::atomic<uint32_t>[]> numbers_;
};

}  // namespace doppel::living_candidates
