// Tested by text_index_test.cc: no pair of the living texts is ruled out.
#include "index/signatures.h"

#include <utility>

namespace doppel::index {

void Signatures::set(TextId text, uint32_t shingles, SharedWords bitmap) {
  shingles_.grow_to(text.index() + 1);
  bitmaps_.grow_to(text.index() + 1);
  shingles_.change(text.index()) = shingles;
  bitmaps_.change(text.index()) = std::move(bitmap);
}

void Signatures::drop(TextId text) { bitmaps_.change(text.index()) = SharedWords(); }

similarity::ParityBitmap Signatures::parity(TextId text) const {
  return {shingles_[text.index()], bitmaps_[text.index()].get()};
}

size_t Signatures::bytes() const { return shingles_.bytes(); }

size_t Signatures::bitmap_bytes() const {
  size_t out = bitmaps_.bytes();
  for (size_t i = 0; i < bitmaps_.size(); ++i) {
    if (!bitmaps_[i]) continue;
    out += SharedWords::kHeaderBytes + similarity::parity_words(shingles_[i]) * sizeof(uint64_t);
  }
  return out;
}

}  // namespace doppel::index
