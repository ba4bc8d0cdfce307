// Tested by text_index_test.cc, and by index_reader_test.cc beside a writer.
#include "index/index_view.h"

#include <algorithm>
#include <utility>

#include "similarity/parity_bitmap.h"

namespace doppel::index {
namespace {

using similarity::Neighbour, similarity::VerifiedPair;

Status unknown(StoredTextId id) {
  return invalid_argument("no text has the id " + std::to_string(id.value));
}

bool is_better(const Neighbour& a, const Neighbour& b) {
  const uint64_t left = a.similarity.common * b.similarity.in_union();
  const uint64_t right = b.similarity.common * a.similarity.in_union();
  return left != right ? left > right : a.text < b.text;
}

}  // namespace

void IndexView::append_possible(const TextFilter& own, const std::vector<TextId>& found,
                                std::vector<StoredTextId>& out) const {
  for (TextId other : found) {
    if (own.allows(parts_.signatures.filter(other), rule_)) {
      out.push_back(parts_.identities.id(other));
    }
  }
}

Status IndexView::candidates(StoredTextId id, std::vector<StoredTextId>& out) {
  const std::optional<TextId> text = parts_.identities.find(id);
  if (!text) return unknown(id);
  std::vector<TextId> found;
  if (parts_.identities.is_living(*text)) parts_.candidates.candidates(*text, found);
  append_possible(parts_.signatures.filter(*text), found, out);
  return {};
}

Result<std::optional<VerifiedPair>> IndexView::verify_left(StoredTextId right) {
  auto stored = parts_.texts.text(right, buffer_);
  if (!stored) return stored.error();
  right_signer_.take(*stored);
  const auto in = [&](View view) {
    return [this, view](Ratio least) -> Result<std::optional<Similarity>> {
      left_signer_.set(view);
      return left_signer_.overlap(view).with(right_signer_.set(view).keyed, least);
    };
  };
  return rule_.verify(left_subject_, right_signer_.subject(), in(View::kMain), in(View::kFull));
}

// Usually one text is verified with many others, so its sets are kept, on whichever side it is.
Result<std::optional<VerifiedPair>> IndexView::verify(StoredTextId left, StoredTextId right) {
  for (StoredTextId id : {left, right}) {
    if (!parts_.identities.find(id)) return unknown(id);
  }
  const bool swap = left_ != left;
  if (swap) std::swap(left, right);
  if (left_ != left) {
    left_.reset();
    auto stored = parts_.texts.text(left, buffer_);
    if (!stored) return stored.error();
    // It may be dropped while its sets are still asked for.
    left_signer_.take(left_text_.assign(*stored));
    left_subject_ = left_signer_.subject();
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
  left_subject_ = left_signer_.subject();
  TextFilter filter{{made.main.size, made.main.bitmap.get()}, {}, likely_subject(made.facts)};
  filter.full = filter.main;
  if (made.facts.two_views) filter.full = {made.full.size, made.full.bitmap.get()};
  std::vector<TextId> found;
  living_candidates::TextSignature full;
  parts_.candidates.candidates(signature_of(made, full), found);
  std::vector<StoredTextId> possible;
  append_possible(filter, found, possible);
  for (StoredTextId other : possible) {
    if (other == out.equal) continue;
    auto pair = verify_left(other);
    if (!pair) return pair.error();
    if (*pair) out.neighbours.push_back({other, (*pair)->similarity, (*pair)->view});
  }
  std::sort(out.neighbours.begin(), out.neighbours.end(), is_better);
  if (out.neighbours.size() > limit) out.neighbours.resize(limit);
  return out;
}

}  // namespace doppel::index
