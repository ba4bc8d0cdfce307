// `exact` for texts that come and go: which texts share a rare shingle?
//
// compare/prefix_index.h explains why prefixes are enough. The order of shingles is fixed when the
// index is created; whatever texts come later, no pair is missed. There are no hot buckets, so the
// candidates of other texts never change.
//
// Memory: 8 bytes for each shingle of a prefix, about 6 for its entry in the table of shingles, and
// 64 per text. Cost: a search for each shingle of the prefix. A release needs no search, because
// entries of texts that went are skipped until the table is rebuilt.
//
// A copy of PrefixTables is a snapshot and shares what has not changed since. Thread safety: one
// thread changes and copies; many threads may query copies.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/shared_vector.h"
#include "compare/shingle_order.h"
#include "living_candidates/candidate_index.h"
#include "living_candidates/number_table.h"

namespace doppel::living_candidates {

class PrefixTables : public CandidateView {
 public:
  PrefixTables(compare::ShingleOrder order, Ratio threshold)
      : PrefixTables(std::make_shared<const compare::ShingleOrder>(std::move(order)), threshold) {}

  void candidates(TextId text, std::vector<TextId>& out) const override;
  void candidates(const TextSignature& signature, std::vector<TextId>& out) const override;
  size_t bytes() const override;

 private:
  friend class PrefixPostings;

  struct Prefix {
    std::vector<uint64_t> shingles;  // in order
    size_t size = 0;                 // of the whole set
  };
  using PrefixPointer = std::shared_ptr<const Prefix>;

  PrefixTables(std::shared_ptr<const compare::ShingleOrder> order, Ratio threshold);
  // Null if the text is not living.
  const Prefix* prefix(TextId text) const {
    return text.index() < prefixes_.size() ? prefixes_[text.index()].get() : nullptr;
  }
  Prefix cut(std::span<const uint64_t> shingles) const;
  // Appends the texts that may form a pair with a text of this prefix, including the text itself if
  // it is in the index.
  void append(const Prefix& own, std::vector<TextId>& out) const;

  std::shared_ptr<const compare::ShingleOrder> order_;
  Ratio threshold_;
  SharedVector<PrefixPointer, 64> prefixes_;  // by text
  NumberTable postings_;                      // by shingle
};

class PrefixPostings : public CandidateIndex {
 public:
  PrefixPostings(compare::ShingleOrder order, Ratio threshold)
      : tables_(std::move(order), threshold) {}

  std::unique_ptr<CandidateIndex> twin(const RankOf&) const override;
  void begin_change(const RankOf&) override { gone_.clear(); }
  void insert(TextId text, const TextSignature& signature, CandidateChanges& changes) override;
  void release(TextId text, CandidateChanges& changes) override;
  void undo_change(std::span<const TextId> came, std::span<const TextId> gone) override;
  const CandidateView& view() const override { return tables_; }
  std::shared_ptr<const CandidateView> snapshot() const override {
    return std::make_shared<const PrefixTables>(tables_);
  }

 private:
  explicit PrefixPostings(PrefixTables tables) : tables_(std::move(tables)) {}
  void post(TextId text, const PrefixTables::PrefixPointer& prefix);
  void rebuild();

  PrefixTables tables_;
  size_t shingles_ = 0;                                 // in prefixes of living texts
  std::map<TextId, PrefixTables::PrefixPointer> gone_;  // in the last change
};

}  // namespace doppel::living_candidates
