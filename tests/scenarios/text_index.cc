#include "scenarios/text_index.h"

#include <algorithm>
#include <cassert>
#include <cstring>

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
  TextId id = place->text;
  if (place->is_new) {
    bytes_.emplace_back(text);
    shingles_.push_back(doppel::shingles(text, predicate_.rules));
  }
  present_.insert(id);
  return {id, content_of(text)};
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
