// Tested by text_index_test.cc and two_views_test.cc: no pair of the living texts is ruled out.
#include "index/signatures.h"

#include <utility>

namespace doppel::index {

bool TextFilter::allows(const TextFilter& other, const similarity::PageRule& rule) const {
  return rule.allows(
      subject, other.subject,
      [&](Ratio least) { return similarity::could_be_pair(main, other.main, least); },
      [&](Ratio least) { return similarity::could_be_pair(full, other.full, least); });
}

void Signatures::Views::set(TextId text, ViewSignature view) {
  shingles.grow_to(text.index() + 1);
  bitmaps.grow_to(text.index() + 1);
  shingles.change(text.index()) = view.shingles;
  bitmaps.change(text.index()) = std::move(view.bitmap);
}

void Signatures::Views::drop(TextId text) {
  if (has(text)) bitmaps.change(text.index()) = SharedWords();
}

size_t Signatures::Views::bitmap_bytes() const {
  size_t out = bitmaps.bytes();
  for (size_t i = 0; i < bitmaps.size(); ++i) {
    if (!bitmaps[i]) continue;
    out += SharedWords::kHeaderBytes + similarity::parity_words(shingles[i]) * sizeof(uint64_t);
  }
  return out;
}

void Signatures::set(TextId text, ViewSignature main, ViewSignature full,
                     const similarity::PageSubject& subject) {
  main_.set(text, std::move(main));
  if (subject.two_views) {
    full_.set(text, std::move(full));
    subjects_.grow_to(text.index() + 1);
    subjects_.change(text.index()) = subject;
  } else {
    full_.drop(text);
  }
}

void Signatures::drop(TextId text) {
  main_.drop(text);
  full_.drop(text);
}

TextFilter Signatures::filter(TextId text) const {
  const similarity::ParityBitmap main = main_.parity(text);
  if (!full_.has(text)) return {main, main, {}};
  return {main, full_.parity(text), subjects_[text.index()]};
}

size_t Signatures::bytes() const {
  return main_.shingles.bytes() + full_.shingles.bytes() + subjects_.bytes();
}

size_t Signatures::bitmap_bytes() const { return main_.bitmap_bytes() + full_.bitmap_bytes(); }

}  // namespace doppel::index
