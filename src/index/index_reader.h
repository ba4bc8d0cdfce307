// A snapshot of an index after one of its changes, for queries while the writer continues
// (similarity/neighbour_reader.h).
//
// It shares with the index everything that has not changed since; before the index changes
// something, it copies it, in blocks of a few kilobytes. So taking a reader costs microseconds, and
// readers and the writer never wait for each other; without readers the writer copies nothing. What
// only a reader uses is freed with it, above all band tables that were rebuilt since.
#pragma once

#include <memory>
#include <utility>

#include "index/identities.h"
#include "index/index_rules.h"
#include "index/index_view.h"
#include "index/signatures.h"
#include "index/stored_texts.h"
#include "living_candidates/candidate_index.h"
#include "similarity/neighbour_reader.h"

namespace doppel::index {

class IndexReader : public similarity::NeighbourReader,
                    public std::enable_shared_from_this<IndexReader> {
 public:
  IndexReader(std::shared_ptr<const IndexRules> rules, const IdentityTables& identities,
              const Signatures& signatures,
              std::shared_ptr<const living_candidates::CandidateView> candidates,
              std::shared_ptr<const StoredTextReader> texts)
      : rules_(std::move(rules)),
        identities_(identities),
        signatures_(signatures),
        candidates_(std::move(candidates)),
        texts_(std::move(texts)) {}

  std::unique_ptr<similarity::NeighbourView> view() const override {
    return std::make_unique<IndexView>(
        IndexParts{*rules_, identities_, signatures_, *candidates_, *texts_}, shared_from_this());
  }

 private:
  std::shared_ptr<const IndexRules> rules_;
  IdentityTables identities_;
  Signatures signatures_;
  std::shared_ptr<const living_candidates::CandidateView> candidates_;
  std::shared_ptr<const StoredTextReader> texts_;
};

}  // namespace doppel::index
