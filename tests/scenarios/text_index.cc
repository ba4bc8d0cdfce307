#include "scenarios/text_index.h"

#include <algorithm>
#include <cassert>

#include "similarity/sets.h"

namespace doppel::scenarios {

TextIndex::Entry TextIndex::add(std::string_view text) {
  compare::TextIdentity identity = signer_.identify(text);
  auto place = table_.add(text, identity);
  assert(place);
  TextId id = place->text;
  if (place->is_new) {
    bytes_.emplace_back(text);
    shingles_.push_back(doppel::shingles(text, predicate_.rules));
  }
  present_.insert(id);
  return {id, identity.bytes_hash};
}

Status TextIndex::candidates(TextId text, std::vector<TextId>& out) {
  size_t size = shingles_[text.index()].size();
  for (TextId other : present_) {
    size_t other_size = shingles_[other.index()].size();
    auto [smaller, larger] = std::minmax(size, other_size);
    if (similarity::sizes_allow(smaller, larger, predicate_.threshold)) out.push_back(other);
  }
  return {};
}

Result<std::optional<Similarity>> TextIndex::verify(TextId left, TextId right) {
  return similarity::similarity_at_least(shingles_[left.index()], shingles_[right.index()],
                                         predicate_.threshold);
}

}  // namespace doppel::scenarios
