// `exact`, living: which texts share a rare shingle?
//
// compare/prefix_index.h says why prefixes suffice. The order of shingles is frozen when the index
// is made; whatever texts come later, no pair is missed. No bucket is hot, so nothing shifts.
//
// Memory: 8 bytes for each shingle of a prefix twice, and the tables. Cost: a search for each
// shingle of the prefix; when a text goes, also a look through the texts that share it.
#pragma once

#include <unordered_map>
#include <vector>

#include "compare/shingle_order.h"
#include "compare/table_hash.h"
#include "index/candidate_index.h"

namespace doppel::index {

class PrefixPostings : public CandidateIndex {
 public:
  PrefixPostings(compare::ShingleOrder order, Ratio threshold)
      : order_(std::move(order)), threshold_(threshold) {}

  void insert(TextId text, const TextSignature& signature, Shifted& shifted) override;
  void release(TextId text, Shifted& shifted) override;
  void undo_change(std::span<const TextId> came, std::span<const TextId> gone) override;
  void candidates(TextId text, std::vector<TextId>& out) const override;
  size_t bytes() const override;

 private:
  void post(TextId text);

  struct Prefix {
    std::vector<uint64_t> shingles;  // in order
    size_t size = 0;                 // of the whole set
  };
  struct Posting {
    TextId text;
    uint32_t position;
  };
  struct PlaceOf {
    size_t operator()(uint64_t shingle) const {
      return compare::TableHash::usual().place(shingle, 64);
    }
  };

  compare::ShingleOrder order_;
  Ratio threshold_;
  std::vector<Prefix> prefixes_;  // by text
  std::unordered_map<uint64_t, std::vector<Posting>, PlaceOf> postings_;
};

}  // namespace doppel::index
