// What a store answers: the status of a page, what resembles a text, groups and their members.
//
// Each function looks at one StoreView, so its whole answer belongs to one round. Cost: a few rows
// for a page or a text; list_groups() scans the groups. Errors: those of the store;
// kInvalidArgument for a market that it does not have. Thread safety: pure functions over a
// snapshot, for any thread.
#pragma once

#include <string_view>
#include <vector>

#include "doppel/store.h"
#include "group_state/answers.h"
#include "living_store/living_store.h"
#include "text/same_words.h"

namespace doppel::store_queries {

Result<group::MarketId> market_of(const group_state::Rules& rules, std::string_view name);

// The level and the counts of a removal as a batch run names them. A proof in the rows says "near"
// of every pair of different texts; where pages have two views, a pair may have the same words in
// one of them. The counts of equal texts are those of the shingles of the text.
struct NamedProof {
  Level level = Level::kNear;
  Similarity similarity;
  View view = View::kMain;
};
class ProofNamer {
 public:
  ProofNamer(const living_store::StoreView& view, const living_store::Settings& settings)
      : view_(view), same_words_(settings.predicate.rules.mask_numbers) {}

  // `kept_text`: of the page kept instead.
  Result<NamedProof> name(const group_state::Proof& proof, StoredTextId text,
                          StoredTextId kept_text);

 private:
  Result<Level> level_of_pair(StoredTextId left, StoredTextId right, View view);

  const living_store::StoreView& view_;
  text::SameWords same_words_;
  std::string left_, right_;
};

// The identity of a text and the number of its shingles, from its signature.
struct TextIdentity {
  Hash128 words;
  uint32_t shingles = 0;
};
Result<TextIdentity> identity_of(const store::Snapshot& rows, StoredTextId text);

Result<StatusAnswer> page_status(const living_store::LivingStore& store, std::string_view url,
                                 const StatusQuery& query);
Result<std::vector<SimilarPage>> similar_pages(const living_store::LivingStore& store,
                                               std::string_view text, const SimilarQuery& query);
Result<std::vector<GroupSummary>> list_groups(const living_store::LivingStore& store,
                                              const GroupQuery& query);
Result<GroupAnswer> group_answer(const living_store::LivingStore& store,
                                 std::string_view name_or_url, std::string_view market,
                                 int64_t now_ms);

}  // namespace doppel::store_queries
