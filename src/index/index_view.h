// The questions to an index, about the texts of one moment: what may resemble this text, and does
// it? The index itself asks through one, and so does every thread that has a reader.
//
// Keeps its buffers from question to question: for one thread. Errors: kInvalidArgument for an id
// that nobody knows; those of the texts' storage.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/candidate_index.h"
#include "index/identities.h"
#include "index/index_rules.h"
#include "index/signatures.h"
#include "index/stored_texts.h"
#include "index/text_signer.h"
#include "similarity/neighbour_reader.h"

namespace doppel::index {

// What there is to look at.
struct IndexParts {
  const IndexRules& rules;
  const IdentityTables& identities;
  const Signatures& signatures;
  const CandidateView& candidates;
  const StoredTextReader& texts;
};

class IndexView : public similarity::NeighbourView {
 public:
  // The parts must outlive the view, or belong to `owner`.
  explicit IndexView(const IndexParts& parts, std::shared_ptr<const void> owner = nullptr)
      : owner_(std::move(owner)),
        parts_(parts),
        rule_(parts.rules.predicate.threshold),
        left_signer_(parts.rules),
        right_signer_(parts.rules) {}

  // Those that sizes, parity bitmaps and titles rule out are left out. A text that is not living
  // has none.
  Status candidates(StoredTextId id, std::vector<StoredTextId>& out) override;
  // Counted under a secret key, as in a batch run. Titles are compared by their words.
  Result<std::optional<similarity::VerifiedPair>> verify(StoredTextId left,
                                                         StoredTextId right) override;
  Result<similarity::SimilarTexts> similar(std::string_view text, size_t limit) override;

 private:
  void append_possible(const TextFilter& own, const std::vector<TextId>& found,
                       std::vector<StoredTextId>& out) const;
  // With the left text.
  Result<std::optional<similarity::VerifiedPair>> verify_left(StoredTextId right);

  std::shared_ptr<const void> owner_;
  IndexParts parts_;
  similarity::PageRule rule_;
  TextSigner left_signer_, right_signer_;
  std::optional<StoredTextId> left_;  // whose sets left_signer_ holds
  similarity::PageSubject left_subject_;
  std::string left_text_, buffer_;
};

}  // namespace doppel::index
