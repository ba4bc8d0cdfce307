// Tested by text_index_test.cc, and by index_reader_test.cc beside a writer.
#include "index/index_view.h"

#include <algorithm>
#include <utility>

#include "similarity/parity_bitmap.h"

namespace doppel::index {
namespace {

using similarity::Neighbour;

Similarity swapped(const Similarity& s) { return {s.common, s.right_only, s.left_only}; }

Status unknown(StoredTextId id) {
  return invalid_argument("no text has the id " + std::to_string(id.value));
}

bool is_better(const Neighbour& a, const Neighbour& b) {
  const uint64_t left = a.similarity.common * b.similarity.in_union();
  const uint64_t right = b.similarity.common * a.similarity.in_union();
  return left != right ? left > right : a.text < b.text;
}

}  // namespace

void IndexView::append_possible(const similarity::ParityBitmap& own,
                                const std::vector<TextId>& found,
                                std::vector<StoredTextId>& out) const {
  const Ratio threshold = parts_.rules.predicate.threshold;
  for (TextId other : found) {
    if (similarity::could_be_pair(own, parts_.signatures.parity(other), threshold)) {
      out.push_back(parts_.identities.id(other));
    }
  }
}

Status IndexView::candidates(StoredTextId id, std::vector<StoredTextId>& out) {
  const std::optional<TextId> text = parts_.identities.find(id);
  if (!text) return unknown(id);
  std::vector<TextId> found;
  if (parts_.identities.is_living(*text)) parts_.candidates.candidates(*text, found);
  append_possible(parts_.signatures.parity(*text), found, out);
  return {};
}

Result<similarity::ShingleSet> IndexView::set_of(StoredTextId id, TextSigner& signer,
                                                 std::string& buffer) const {
  auto stored = parts_.texts.text(id, buffer);
  if (!stored) return stored.error();
  return signer.collect(*stored);
}

Result<std::optional<Similarity>> IndexView::verify_left(StoredTextId right) {
  auto other = set_of(right, right_signer_, buffer_);
  if (!other) return other.error();
  return left_signer_.overlap().with(other->keyed, parts_.rules.predicate.threshold);
}

// One text is mostly verified with many: its set stays, on whichever side it is asked for.
Result<std::optional<Similarity>> IndexView::verify(StoredTextId left, StoredTextId right) {
  for (StoredTextId id : {left, right}) {
    if (!parts_.identities.find(id)) return unknown(id);
  }
  const bool swap = left_ != left;
  if (swap) std::swap(left, right);
  if (left_ != left) {
    left_.reset();
    if (auto set = set_of(left, left_signer_, buffer_); !set) return set.error();
    left_ = left;
  }
  auto found = verify_left(right);
  if (found && *found && swap) *found = swapped(**found);
  return found;
}

Result<similarity::SimilarTexts> IndexView::similar(std::string_view text, size_t limit) {
  similarity::SimilarTexts out;
  left_.reset();
  const Hash128 words_hash = left_signer_.identify(text);
  auto known = parts_.identities.find_words(text, words_hash, parts_.texts);
  if (!known) return known.error();
  if (*known && parts_.identities.is_living(**known)) out.equal = parts_.identities.id(**known);
  const SignedText made = left_signer_.sign();
  std::vector<TextId> found;
  parts_.candidates.candidates({made.keys, made.shingles}, found);
  std::vector<StoredTextId> possible;
  append_possible({made.size, made.bitmap.get()}, found, possible);
  for (StoredTextId other : possible) {
    if (other == out.equal) continue;
    auto pair = verify_left(other);
    if (!pair) return pair.error();
    if (*pair) out.neighbours.push_back({other, **pair});
  }
  std::sort(out.neighbours.begin(), out.neighbours.end(), is_better);
  if (out.neighbours.size() > limit) out.neighbours.resize(limit);
  return out;
}

}  // namespace doppel::index
