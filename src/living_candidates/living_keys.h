// The band keys of living texts, by number: 4 bytes per band and text.
//
//   64 texts   | band 0: keys of texts 0 .. 63 | band 1: ... | ... |
//
// So the keys of a text are close together, and a pass over one band of all texts reads whole cache
// lines. Numbers may be reused. Copies are snapshots: see shared_blocks.h.
#pragma once

#include <cstdint>
#include <span>

#include "base/ids.h"
#include "base/shared_blocks.h"

namespace doppel::living_candidates {

class LivingKeys {
 public:
  static constexpr size_t kRow = 64;

  explicit LivingKeys(uint32_t bands) : bands_(bands), blocks_(kBlock * bands) {}

  uint32_t bands() const { return bands_; }
  // REQUIRES: text.index() is below the argument of grow_to(), for these four functions.
  uint32_t at(TextId text, uint32_t band) const { return *address(text, band); }
  const uint32_t* address(TextId text, uint32_t band) const {
    return blocks_[text.index() / kBlock] + place(text) + band * kRow;
  }
  // The keys of the text and of those that follow in its row. REQUIRES: it is the first of a row.
  const uint32_t* row(TextId text, uint32_t band) const { return address(text, band); }
  // REQUIRES: keys.size() == bands().
  void set(TextId text, std::span<const uint32_t> keys) {
    uint32_t* const values = blocks_.change(text.index() / kBlock) + place(text);
    for (uint32_t band = 0; band < bands_; ++band) values[band * kRow] = keys[band];
  }
  // Makes room for the keys of that many texts.
  void grow_to(size_t texts) {
    while (blocks_.size() * kBlock < texts) blocks_.push_back();
  }
  size_t bytes() const { return blocks_.bytes(); }

 private:
  static constexpr size_t kBlock = 4 * kRow;

  // Where the keys of a text begin in its block.
  size_t place(TextId text) const {
    return text.index() % kBlock / kRow * kRow * bands_ + text.index() % kRow;
  }

  uint32_t bands_;
  SharedBlocks<uint32_t> blocks_;
};

}  // namespace doppel::living_candidates
