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

// --- pairs ---

Result<const SetCache::Entry*> IndexView::main_set(StoredTextId text) {
  if (const SetCache::Entry* known = sets_.find(text)) return known;
  if (Status s = take_right(text); !s.ok()) return s;
  const std::span<const uint64_t> set = right_signer_.set(View::kMain).keyed;
  return &sets_.put({text, right_signer_.subject(), {set.begin(), set.end()}});
}

Status IndexView::take_right(StoredTextId text) {
  auto stored = parts_.texts.text(text, buffer_);
  if (!stored) return stored.error();
  right_signer_.take(*stored);
  right_ = text;
  return {};
}

Status IndexView::take_left(StoredTextId left) {
  left_.reset();
  auto found = main_set(left);
  if (!found) return found.error();
  left_subject_ = (*found)->subject;
  left_set_ = (*found)->main;
  left_main_.set_left(left_set_);
  left_has_text_ = false;
  left_ = left;
  return {};
}

// Full texts are not cached: they seldom decide.
Result<std::optional<Similarity>> IndexView::overlap_of_full_texts(StoredTextId right,
                                                                   Ratio least) {
  if (!left_has_text_) {
    auto stored = parts_.texts.text(*left_, left_text_);
    if (!stored) return stored.error();
    // It may be dropped while its sets are still asked for.
    if (stored->data() != left_text_.data()) left_text_.assign(*stored);
    left_signer_.take(std::string_view(left_text_).substr(0, stored->size()));
    left_has_text_ = true;
  }
  if (right_ != right) {
    if (Status s = take_right(right); !s.ok()) return s;
  }
  left_signer_.set(View::kFull);
  return left_signer_.overlap(View::kFull).with(right_signer_.set(View::kFull).keyed, least);
}

Result<std::optional<VerifiedPair>> IndexView::verify_left(StoredTextId right) {
  right_.reset();
  auto found = main_set(right);
  if (!found) return found.error();
  const SetCache::Entry& other = **found;
  const auto main = [&](Ratio least) -> Result<std::optional<Similarity>> {
    return left_main_.with(other.main, least);
  };
  const auto full = [&](Ratio least) { return overlap_of_full_texts(right, least); };
  return rule_.verify(left_subject_, other.subject, main, full);
}

// Usually one text is verified with many others, so its sets are kept, on whichever side it is.
Result<std::optional<VerifiedPair>> IndexView::verify(StoredTextId left, StoredTextId right) {
  for (StoredTextId id : {left, right}) {
    if (!parts_.identities.find(id)) return unknown(id);
  }
  const bool swap = left_ != left;
  if (swap) std::swap(left, right);
  if (left_ != left) {
    if (Status s = take_left(left); !s.ok()) return s;
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
  left_main_.set_left(left_signer_.set(View::kMain).keyed);
  left_has_text_ = true;
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
