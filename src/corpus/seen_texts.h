// How often has a text with these words been seen? All workers ask this before they make a
// signature, so that equal texts are signed only once, and their shingles are counted only once, at
// the second occurrence.
//
// The answer is only a hint. It may say that a new text was seen before (its hash was forged, or
// half of the hash is equal by chance); such a text is signed later, from the text store. It may
// also have forgotten a text, which is then signed twice. Memory: 8 bytes for each text, at a load
// of one half or less. Thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/hash.h"
#include "base/table_hash.h"

namespace doppel::corpus {

class SeenTexts {
 public:
  enum class Time { kFirst, kSecond, kLater };

  // Remembers about so many texts; if there are more, it forgets all and begins again.
  explicit SeenTexts(uint64_t most_texts = UINT64_MAX) : most_in_part_(most_texts / kParts) {}

  // Prefetches the memory that meet() uses.
  void prefetch(const Hash128& words_hash) const {
    const Part& part = parts_[words_hash.high % kParts];
    const uint64_t* slots = part.address.load(std::memory_order_relaxed);
    __builtin_prefetch(slots + (place_of(words_hash) >> part.shift.load(std::memory_order_relaxed)),
                       1);
  }

  // Records the hash. Is it the first, the second or a later time?
  Time meet(const Hash128& words_hash) {
    Part& part = parts_[words_hash.high % kParts];
    std::lock_guard lock(part.mutex);
    return part.meet(place_of(words_hash) | kUsed, most_in_part_);
  }

 private:
  static constexpr size_t kParts = 64;

  // Hashed again under the table's key, so that nobody can forge hashes that fill one part of a
  // table.
  static uint64_t place_of(const Hash128& words_hash) {
    return TableHash::usual().slot(words_hash.low, 64);
  }

  // The two lowest bits of a slot are flags, not bits of the hash. An empty slot is 0.
  static constexpr uint64_t kUsed = 1, kSeveral = 2;

  // A set of hashes with linear probing. The top bits of a hash select its first slot.
  struct Part {
    Time meet(uint64_t hash, uint64_t most) {
      if (2 * (used + 1) > slots.size()) used < most ? grow() : forget();
      uint64_t& slot = slot_of(hash);
      if (slot == 0) {
        slot = hash & ~kSeveral;
        ++used;
        return Time::kFirst;
      }
      if (slot & kSeveral) return Time::kLater;
      slot |= kSeveral;
      return Time::kSecond;
    }
    uint64_t& slot_of(uint64_t hash) {
      size_t at = hash >> (64 - std::countr_zero(slots.size()));
      while (slots[at] != 0 && (slots[at] | kSeveral) != (hash | kSeveral)) {
        at = (at + 1) & (slots.size() - 1);
      }
      return slots[at];
    }
    void forget() {
      std::fill(slots.begin(), slots.end(), uint64_t{0});
      used = 0;
    }
    void grow() {
      std::vector<uint64_t> old(2 * slots.size());
      old.swap(slots);
      for (uint64_t hash : old) {
        if (hash != 0) slot_of(hash) = hash;
      }
      address.store(slots.data(), std::memory_order_relaxed);
      shift.store(64 - std::countr_zero(slots.size()), std::memory_order_relaxed);
    }

    std::mutex mutex;
    std::vector<uint64_t> slots = std::vector<uint64_t>(64);
    size_t used = 0;
    // Where the slots are, for prefetch(), which does not lock and may get an outdated address.
    std::atomic<const uint64_t*> address = slots.data();
    std::atomic<int> shift = 64 - std::countr_zero(slots.size());
  };
  const uint64_t most_in_part_;
  std::array<Part, kParts> parts_;
};

}  // namespace doppel::corpus
