// What is kept of each text to rule out most candidates without reading it: the number of shingles
// of each view, their parity bitmaps, and its likely subject (texts/view_signer.h).
//
// A copy is a snapshot and shares what has not changed since (shared_vector.h, also for thread
// safety). Memory: 20 bytes per text and the words of its bitmap; if any text has two views, 36
// more for each number up to the last such text, and the words of the second bitmap.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "base/shared_vector.h"
#include "index/shared_words.h"
#include "similarity/page_rule.h"
#include "similarity/parity_bitmap.h"

namespace doppel::index {

// What is needed to rule out pairs with a text.
struct TextFilter {
  similarity::ParityBitmap main, full;  // the same when there is one view
  similarity::PageSubject subject;

  // Can the two texts form a pair? True for every pair, and for some others.
  bool allows(const TextFilter& other, const similarity::PageRule& rule) const;
};

class Signatures {
 public:
  // Of one view. REQUIRES: the bitmap has parity_words(shingles) words.
  struct ViewSignature {
    uint32_t shingles = 0;
    SharedWords bitmap;
  };

  // The number may already have a signature. `full` is used only with two views.
  void set(TextId text, ViewSignature main, ViewSignature full,
           const similarity::PageSubject& subject);
  void drop(TextId text);
  TextFilter filter(TextId text) const;

  size_t bytes() const;         // without bitmaps
  size_t bitmap_bytes() const;  // and the pointers to them

 private:
  // By number.
  struct Views {
    void set(TextId text, ViewSignature view);
    void drop(TextId text);
    bool has(TextId text) const { return text.index() < bitmaps.size() && bitmaps[text.index()]; }
    similarity::ParityBitmap parity(TextId text) const {
      return {shingles[text.index()], bitmaps[text.index()].get()};
    }
    size_t bitmap_bytes() const;

    SharedVector<uint32_t, 1024> shingles;
    SharedVector<SharedWords, 64> bitmaps;
  };

  Views main_;
  // Up to the last text that has two views.
  Views full_;
  SharedVector<similarity::PageSubject, 128> subjects_;
};

}  // namespace doppel::index
