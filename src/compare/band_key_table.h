// The band keys of all texts of a run: 4 bytes for each band of each text.
//
//   block of 4096 texts   | band 0: key of text 0, 1, 2 ... | band 1: ... | ... |
//
// Within a block, all keys of one band are adjacent, so that an index that is built band by band
// reads memory sequentially. Texts without a token have no keys. Different threads may use
// different bands at the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/ids.h"

namespace doppel::compare {

class BandKeyTable {
 public:
  explicit BandKeyTable(uint32_t bands) : bands_(bands) {}

  uint32_t bands() const { return bands_; }
  // One more than the largest text whose keys were set.
  size_t size() const { return has_.size(); }
  bool has(TextId text) const { return text.index() < size() && has_[text.index()]; }
  // The key, or the number with which an index has overwritten it.
  uint32_t& at(TextId text, uint32_t band) {
    return blocks_[text.index() / kBlock][band * kBlock + text.index() % kBlock];
  }
  uint32_t at(TextId text, uint32_t band) const { return *address(text, band); }
  const uint32_t* address(TextId text, uint32_t band) const {
    return &blocks_[text.index() / kBlock][band * kBlock + text.index() % kBlock];
  }

  // Copies the keys of the text from another table. REQUIRES: the text has keys there, and both
  // tables have the same number of bands.
  void copy(TextId text, const BandKeyTable& from) {
    std::vector<uint32_t> keys(bands_);
    for (uint32_t band = 0; band < bands_; ++band) keys[band] = from.at(text, band);
    set(text, keys);
  }
  // REQUIRES: keys.size() == bands().
  void set(TextId text, std::span<const uint32_t> keys) {
    while (blocks_.size() * kBlock <= text.index()) {
      blocks_.push_back(std::make_unique_for_overwrite<uint32_t[]>(kBlock * bands_));
    }
    if (text.index() >= size()) has_.resize(text.index() + 1, false);
    has_[text.index()] = true;
    for (uint32_t band = 0; band < bands_; ++band) at(text, band) = keys[band];
  }

 private:
  static constexpr size_t kBlock = 4096;

  uint32_t bands_;
  std::vector<bool> has_;
  std::vector<std::unique_ptr<uint32_t[]>> blocks_;
};

}  // namespace doppel::compare
