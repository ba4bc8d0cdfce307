#include "scenarios/text_index.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "archive/digest.h"
#include "similarity/sets.h"

namespace doppel::scenarios {

Hash128 content_of(std::string_view text) {
  const std::string digest = archive::sha256(text);
  Hash128 out;
  std::memcpy(&out, digest.data(), sizeof out);
  return out;
}

TextIndex::Entry TextIndex::add(std::string_view text) {
  auto place = table_.add(text, signer_.identify(text));
  assert(place);
  const StoredTextId id{place->text.value};
  if (place->is_new) {
    bytes_.emplace_back(text);
    shingles_.push_back(doppel::shingles(text, predicate_.rules));
  }
  return {id, content_of(text)};
}

Result<similarity::Shift> TextIndex::change(std::span<const StoredTextId> came,
                                            std::span<const StoredTextId> gone) {
  auto unknown = [this](StoredTextId text) { return text.value >= bytes_.size(); };
  if (std::any_of(came.begin(), came.end(), unknown) ||
      std::any_of(gone.begin(), gone.end(), unknown)) {
    return invalid_argument("a text that was never added");
  }
  living_.insert(came.begin(), came.end());
  for (StoredTextId text : gone) living_.erase(text);
  came_.assign(came.begin(), came.end());
  gone_.assign(gone.begin(), gone.end());
  return similarity::Shift{};
}

void TextIndex::undo_change() {
  for (StoredTextId text : std::exchange(came_, {})) living_.erase(text);
  for (StoredTextId text : std::exchange(gone_, {})) living_.insert(text);
}

Status TextIndex::candidates(StoredTextId text, std::vector<StoredTextId>& out) {
  size_t size = shingles_[text.value].size();
  for (StoredTextId other : living_) {
    size_t other_size = shingles_[other.value].size();
    auto [smaller, larger] = std::minmax(size, other_size);
    if (similarity::sizes_allow(smaller, larger, predicate_.threshold)) out.push_back(other);
  }
  return {};
}

Result<std::optional<Similarity>> TextIndex::verify(StoredTextId left, StoredTextId right) {
  return similarity::similarity_at_least(shingles_[left.value], shingles_[right.value],
                                         predicate_.threshold);
}

}  // namespace doppel::scenarios
