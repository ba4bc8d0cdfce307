// Has a text with one of these band keys already been signed? All workers ask this, so that the set
// of a text that will have candidates is made while the text is in memory (texts/early_sets.h).
//
// The answer is only a hint, in bounded memory, from the first eight bands: at a threshold of 0.8,
// nine in ten pairs share one of their keys. A key leaves a mark of 16 bits in one slot, where a
// later key may overwrite it; about once in a few thousand times the answer is wrongly yes.
// Thread-safe.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>

namespace doppel::corpus {

class SeenKeys {
 public:
  // Sized for so many texts; at most 32 MiB.
  explicit SeenKeys(uint64_t texts)
      : bits_(std::countr_zero(
            std::bit_ceil(std::clamp<uint64_t>(2 * kBands * texts, 64, kMostSlots)))),
        slots_(std::make_unique<std::atomic<uint16_t>[]>(size_t{1} << bits_)) {}

  // Prefetches the memory that meet() uses.
  void prefetch(std::span<const uint32_t> keys) const {
    for (size_t band = 0; band < std::min(keys.size(), kBands); ++band) {
      __builtin_prefetch(&slots_[place(mix(keys[band], band))], 1);
    }
  }

  // Leaves the marks of a text's keys; returns true if one of them was already there.
  bool meet(std::span<const uint32_t> keys) {
    keys = keys.first(std::min(keys.size(), kBands));
    bool met = false;
    for (size_t band = 0; band < keys.size(); ++band) {
      const uint64_t mixed = mix(keys[band], band);
      const auto mark = static_cast<uint16_t>(mixed | 1);  // 0 is an empty slot
      std::atomic<uint16_t>& slot = slots_[place(mixed)];
      met |= slot.load(std::memory_order_relaxed) == mark;
      slot.store(mark, std::memory_order_relaxed);
    }
    return met;
  }

 private:
  static constexpr size_t kBands = 8;
  static constexpr uint64_t kMostSlots = uint64_t{1} << 24;

  // Equal keys in different bands count as different.
  static uint64_t mix(uint32_t key, uint64_t band) {
    constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio, odd
    const uint64_t product = (band << 32 | key) * kMultiplier;
    return product ^ product >> 32;
  }
  size_t place(uint64_t mixed) const { return mixed >> (64 - bits_); }

  int bits_;
  std::unique_ptr<std::atomic<uint16_t>[]> slots_;
};

}  // namespace doppel::corpus
