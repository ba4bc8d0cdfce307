// What is kept of each text to rule out most candidates without reading it: how many shingles it
// has, and its parity bitmap.
//
// A copy is a snapshot and shares what did not change since (shared_vector.h, also for which
// threads may do what). Memory: 20 bytes a text and the words of its bitmap.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "base/shared_vector.h"
#include "index/shared_words.h"
#include "similarity/parity_bitmap.h"

namespace doppel::index {

class Signatures {
 public:
  // The number may be in use already. REQUIRES: parity_words(shingles) words.
  void set(TextId text, uint32_t shingles, SharedWords bitmap);
  void drop(TextId text);
  similarity::ParityBitmap parity(TextId text) const;

  size_t bytes() const;         // without bitmaps
  size_t bitmap_bytes() const;  // and what points to them

 private:
  SharedVector<uint32_t, 1024> shingles_;  // by number
  SharedVector<SharedWords, 64> bitmaps_;  // by number
};

}  // namespace doppel::index
