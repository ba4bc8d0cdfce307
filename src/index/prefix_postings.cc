// Tested by text_index_test.cc against every two texts.
#include "index/prefix_postings.h"

#include <algorithm>

#include "compare/prefix_index.h"

namespace doppel::index {

void PrefixPostings::insert(TextId text, const TextSignature& signature, Shifted&) {
  if (text.index() >= prefixes_.size()) prefixes_.resize(text.index() + 1);
  Prefix& prefix = prefixes_[text.index()];
  order_.cut_prefix(signature.shingles, threshold_, prefix.shingles);
  prefix.size = signature.shingles.size();
  post(text);
}

void PrefixPostings::post(TextId text) {
  const Prefix& prefix = prefixes_[text.index()];
  for (uint32_t i = 0; i < prefix.shingles.size(); ++i) {
    postings_[prefix.shingles[i]].push_back({text, i});
  }
}

void PrefixPostings::release(TextId text, Shifted&) {
  for (uint64_t shingle : prefixes_[text.index()].shingles) {
    const auto found = postings_.find(shingle);
    if (found == postings_.end()) continue;
    std::vector<Posting>& list = found->second;
    const auto own =
        std::find_if(list.begin(), list.end(), [&](const Posting& p) { return p.text == text; });
    if (own == list.end()) continue;
    *own = list.back();
    list.pop_back();
    if (list.empty()) postings_.erase(found);
  }
}

void PrefixPostings::undo_change(std::span<const TextId> came, std::span<const TextId> gone) {
  Shifted none;
  for (TextId text : gone) post(text);
  for (TextId text : came) release(text, none);
}

void PrefixPostings::candidates(TextId text, std::vector<TextId>& out) const {
  const auto begin = static_cast<std::ptrdiff_t>(out.size());
  const Prefix& own = prefixes_[text.index()];
  for (uint32_t i = 0; i < own.shingles.size(); ++i) {
    const auto found = postings_.find(own.shingles[i]);
    if (found == postings_.end()) continue;
    for (const Posting& other : found->second) {
      if (other.text == text) continue;
      const size_t size = prefixes_[other.text.index()].size;
      if (compare::positions_allow(own.size, i, size, other.position, threshold_)) {
        out.push_back(other.text);
      }
    }
  }
  std::sort(out.begin() + begin, out.end());
  out.erase(std::unique(out.begin() + begin, out.end()), out.end());
}

size_t PrefixPostings::bytes() const {
  constexpr size_t kNode = 2 * sizeof(void*) + sizeof(uint64_t) + sizeof(std::vector<Posting>);
  size_t out = prefixes_.capacity() * sizeof(Prefix) + postings_.bucket_count() * sizeof(void*);
  for (const Prefix& prefix : prefixes_) out += prefix.shingles.capacity() * sizeof(uint64_t);
  for (const auto& [shingle, list] : postings_) out += kNode + list.capacity() * sizeof(Posting);
  return out;
}

}  // namespace doppel::index
