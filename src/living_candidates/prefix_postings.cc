// The positions of the first common shingle of two texts limit how many more they can share. Both
// prefixes have the same order, so it is the first shingle of one that the other has.
//
// Tested by text_index_test.cc against every two texts.
#include "living_candidates/prefix_postings.h"

#include <algorithm>
#include <utility>

#include "compare/prefix_index.h"

namespace doppel::living_candidates {
namespace {

constexpr size_t kLeastRoom = 512;
constexpr size_t kRoomShare = 8;  // of the shingles

}  // namespace

PrefixTables::PrefixTables(std::shared_ptr<const compare::ShingleOrder> order, Ratio threshold)
    : order_(std::move(order)), threshold_(threshold), postings_(TableHash::usual(), kLeastRoom) {}

PrefixTables::Prefix PrefixTables::cut(std::span<const uint64_t> shingles) const {
  Prefix out;
  order_->cut_prefix(shingles, threshold_, out.shingles);
  out.size = shingles.size();
  return out;
}

void PrefixTables::candidates(TextId text, std::vector<TextId>& out) const {
  const Prefix* const own = prefix(text);
  if (own == nullptr) return;
  const auto begin = static_cast<std::ptrdiff_t>(out.size());
  append(*own, out);
  const auto found = std::lower_bound(out.begin() + begin, out.end(), text);
  if (found != out.end() && *found == text) out.erase(found);
}

void PrefixTables::candidates(const TextSignature& signature, std::vector<TextId>& out) const {
  append(cut(signature.shingles), out);
}

void PrefixTables::append(const Prefix& own, std::vector<TextId>& out) const {
  std::vector<std::pair<TextId, uint32_t>> named;  // and the shingle by which it was found
  for (uint32_t i = 0; i < own.shingles.size(); ++i) {
    postings_.find(postings_.hash_of(own.shingles[i]), [&](TextId other) {
      named.emplace_back(other, i);
      return false;
    });
  }
  std::sort(named.begin(), named.end());
  for (size_t i = 0; i < named.size();) {
    const TextId other = named[i].first;
    const Prefix* const theirs = prefix(other);
    bool met = theirs == nullptr;
    for (; i < named.size() && named[i].first == other; ++i) {
      if (met) continue;
      const uint32_t position = named[i].second;
      const auto& shingles = theirs->shingles;
      const auto at = std::find(shingles.begin(), shingles.end(), own.shingles[position]);
      if (at == shingles.end()) continue;
      met = true;
      const auto their_position = static_cast<uint64_t>(at - shingles.begin());
      if (compare::positions_allow(own.size, position, theirs->size, their_position, threshold_)) {
        out.push_back(other);
      }
    }
  }
}

size_t PrefixTables::bytes() const {
  constexpr size_t kControl = 2 * sizeof(void*);
  size_t out = postings_.bytes() + prefixes_.bytes();
  for (size_t i = 0; i < prefixes_.size(); ++i) {
    if (const auto& prefix = prefixes_[i]) {
      out += kControl + sizeof(Prefix) + prefix->shingles.capacity() * sizeof(uint64_t);
    }
  }
  return out;
}

// Prefixes do not change, so both indexes share them.
std::unique_ptr<CandidateIndex> PrefixPostings::twin(const RankOf&) const {
  std::unique_ptr<PrefixPostings> out(
      new PrefixPostings(PrefixTables(tables_.order_, tables_.threshold_)));
  for (uint32_t i = 0; i < tables_.prefixes_.size(); ++i) {
    if (tables_.prefix({i}) != nullptr) out->post({i}, tables_.prefixes_[i]);
  }
  return out;
}

void PrefixPostings::insert(TextId text, const TextSignature& signature, CandidateChanges&) {
  post(text, std::make_shared<const PrefixTables::Prefix>(tables_.cut(signature.shingles)));
}

void PrefixPostings::post(TextId text, const PrefixTables::PrefixPointer& prefix) {
  tables_.prefixes_.grow_to(text.index() + 1);
  tables_.prefixes_.change(text.index()) = prefix;
  shingles_ += prefix->shingles.size();
  if (tables_.postings_.room() < prefix->shingles.size()) return rebuild();
  for (uint64_t shingle : prefix->shingles) {
    tables_.postings_.insert(tables_.postings_.hash_of(shingle), text);
  }
}

void PrefixPostings::rebuild() {
  NumberTable& postings = tables_.postings_;
  const size_t room = std::max(kLeastRoom, shingles_ / kRoomShare);
  postings.rebuild(shingles_, room, [&](auto visit) {
    for (uint32_t i = 0; i < tables_.prefixes_.size(); ++i) {
      const auto* const prefix = tables_.prefix({i});
      if (prefix == nullptr) continue;
      for (uint64_t shingle : prefix->shingles) visit(TextId{i}, postings.hash_of(shingle));
    }
  });
}

void PrefixPostings::release(TextId text, CandidateChanges&) {
  PrefixTables::PrefixPointer& prefix = tables_.prefixes_.change(text.index());
  shingles_ -= prefix->shingles.size();
  gone_[text] = std::exchange(prefix, nullptr);
}

void PrefixPostings::undo_change(std::span<const TextId> came, std::span<const TextId> gone) {
  for (TextId text : gone) post(text, gone_.at(text));
  CandidateChanges none;
  for (TextId text : came) release(text, none);
  gone_.clear();
}

}  // namespace doppel::living_candidates
