// The band keys of living texts, by number: 4 bytes a band and text.
//
//   64 texts   | band 0: keys of texts 0 .. 63 | band 1: ... | ... |
//
// So a text's keys lie close together, and a pass over one band of all texts reads whole lines of
// the cache. Numbers may be used again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/ids.h"

namespace doppel::index {

class LivingKeys {
 public:
  explicit LivingKeys(uint32_t bands) : bands_(bands) {}

  uint32_t bands() const { return bands_; }
  uint32_t at(TextId text, uint32_t band) const { return *address(text, band); }
  const uint32_t* address(TextId text, uint32_t band) const {
    const size_t place = text.index() % kChunk;
    return &chunks_[text.index() / kChunk]
                   [place / kRow * kRow * bands_ + band * kRow + place % kRow];
  }
  // REQUIRES: keys.size() == bands().
  void set(TextId text, std::span<const uint32_t> keys) {
    while (chunks_.size() * kChunk <= text.index()) {
      chunks_.push_back(std::make_unique<uint32_t[]>(kChunk * bands_));
    }
    for (uint32_t band = 0; band < bands_; ++band) {
      *const_cast<uint32_t*>(address(text, band)) = keys[band];
    }
  }
  size_t bytes() const { return chunks_.size() * kChunk * bands_ * sizeof(uint32_t); }

 private:
  static constexpr size_t kRow = 64, kChunk = 4096;

  uint32_t bands_;
  std::vector<std::unique_ptr<uint32_t[]>> chunks_;
};

}  // namespace doppel::index
