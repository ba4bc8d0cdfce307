#include "scenarios/text_index.h"

#include <algorithm>

#include "similarity/sets.h"

namespace doppel::scenarios {

TextIndex::Entry TextIndex::add(std::string_view text) {
  compare::ExactSignature signature = signer_.sign(text);
  Hash128 content = signature.bytes_hash;
  if (hash_zero_) signature.bytes_hash = signature.words_hash = {};
  TextId id = table_.add(text, std::move(signature)).text;
  if (id.index() == bytes_.size()) bytes_.emplace_back(text);
  present_.insert(id);
  return {id, content};
}

Status TextIndex::candidates(TextId text, std::vector<TextId>& out) {
  size_t size = table_.shingles(text).size();
  for (TextId other : present_) {
    size_t other_size = table_.shingles(other).size();
    auto [smaller, larger] = std::minmax(size, other_size);
    if (similarity::sizes_allow(smaller, larger, predicate_.threshold)) out.push_back(other);
  }
  return {};
}

Result<std::optional<Similarity>> TextIndex::verify(TextId left, TextId right) {
  return similarity::similarity_at_least(table_.shingles(left), table_.shingles(right),
                                         predicate_.threshold);
}

}  // namespace doppel::scenarios
