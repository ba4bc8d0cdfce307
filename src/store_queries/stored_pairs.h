// Are these two stored texts a pair? Counted on the texts as they are stored, under a secret key,
// without an index: what status queries and checks verify proofs by.
//
// Keeps the sets of the left text from call to call. Not thread-safe. Errors: those of the storage.
#pragma once

#include <optional>
#include <string>

#include "group_state/answers.h"
#include "index/index_rules.h"
#include "index/text_signer.h"
#include "living_store/settings.h"
#include "living_store/stored_words.h"
#include "similarity/neighbour_source.h"
#include "similarity/page_rule.h"

namespace doppel::store_queries {

class StoredPairs final : public similarity::NeighbourQueries {
 public:
  // Both must outlive this.
  StoredPairs(const living_store::Settings& settings, const index::StoredTextReader& texts);

  // There is nothing to find candidates with: a text has none.
  Status candidates(StoredTextId, std::vector<StoredTextId>&) override { return {}; }
  Result<std::optional<similarity::VerifiedPair>> verify(StoredTextId left,
                                                         StoredTextId right) override;
  // The hash that the words of a text are known by.
  Result<Hash128> identity(StoredTextId text);

 private:
  index::IndexRules rules_;
  const index::StoredTextReader& texts_;
  similarity::PageRule rule_;
  index::TextSigner left_signer_, right_signer_;
  std::optional<StoredTextId> left_;  // whose sets left_signer_ has
  std::string left_bytes_, right_bytes_;
};

// Mode paper takes some removals on trust, without counts. Verifies such a proof: it gets its
// counts, or becomes none. Any other proof stays as it is.
Status verify_trusted(StoredPairs& pairs, StoredTextId removed, StoredTextId kept,
                      std::optional<group_state::Proof>& proof);

}  // namespace doppel::store_queries
