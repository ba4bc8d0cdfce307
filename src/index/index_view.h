// Queries of an index about the texts at one moment: what may resemble this text, and does it? The
// index itself uses a view, and so does every thread that has a reader.
//
// Keeps its buffers from query to query, so it belongs to one thread. Errors: kInvalidArgument for
// an unknown id, and those of the storage of the texts.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/identities.h"
#include "index/index_rules.h"
#include "index/set_cache.h"
#include "index/signatures.h"
#include "index/stored_texts.h"
#include "index/text_signer.h"
#include "living_candidates/candidate_index.h"
#include "similarity/neighbour_reader.h"

namespace doppel::index {

// The parts of an index that a view reads.
struct IndexParts {
  const IndexRules& rules;
  const IdentityTables& identities;
  const Signatures& signatures;
  const living_candidates::CandidateView& candidates;
  const StoredTextReader& texts;
};

class IndexView : public similarity::NeighbourView {
 public:
  // The parts must outlive the view, or belong to `owner`.
  explicit IndexView(const IndexParts& parts, std::shared_ptr<const void> owner = nullptr,
                     size_t set_cache_bytes = 0)
      : owner_(std::move(owner)),
        parts_(parts),
        rule_(parts.rules.predicate.threshold),
        left_signer_(parts.rules),
        right_signer_(parts.rules),
        sets_(set_cache_bytes) {}

  // Candidates that sizes, parity bitmaps and titles rule out are left out. A text that is not
  // living has no candidates.
  Status candidates(StoredTextId id, std::vector<StoredTextId>& out) override;
  // The similarity is counted under a secret key, as in a batch run. Titles are compared by their
  // words.
  Result<std::optional<similarity::VerifiedPair>> verify(StoredTextId left,
                                                         StoredTextId right) override;
  Result<similarity::SimilarTexts> similar(std::string_view text, size_t limit) override;

 private:
  void append_possible(const TextFilter& own, const std::vector<TextId>& found,
                       std::vector<StoredTextId>& out) const;
  // Verifies a text with the left text.
  Result<std::optional<similarity::VerifiedPair>> verify_left(StoredTextId right);
  Status take_left(StoredTextId left);
  Status take_right(StoredTextId text);
  // The set of the main content of a text and its subject, valid until the next call.
  Result<const SetCache::Entry*> main_set(StoredTextId text);
  Result<std::optional<Similarity>> overlap_of_full_texts(StoredTextId right, Ratio least);

  std::shared_ptr<const void> owner_;
  IndexParts parts_;
  similarity::PageRule rule_;
  // The left text, and the set of its main content. Its signer has the text only if full texts had
  // to be compared.
  std::optional<StoredTextId> left_;
  similarity::PageSubject left_subject_;
  std::vector<uint64_t> left_set_;
  similarity::Overlap left_main_;
  bool left_has_text_ = false;
  std::optional<StoredTextId> right_;  // whose text right_signer_ has
  TextSigner left_signer_, right_signer_;
  SetCache sets_;
  std::string left_text_, buffer_;
};

}  // namespace doppel::index
