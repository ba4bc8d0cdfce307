// Tested by store_test.cc.
#include "store_queries/stored_pairs.h"

namespace doppel::store_queries {

using similarity::VerifiedPair;

StoredPairs::StoredPairs(const living_store::Settings& settings,
                         const index::StoredTextReader& texts)
    : rules_{.predicate = settings.predicate},
      texts_(texts),
      rule_(settings.predicate.threshold),
      left_signer_(rules_),
      right_signer_(rules_) {}

Result<std::optional<VerifiedPair>> StoredPairs::verify(StoredTextId left, StoredTextId right) {
  if (left_ != left) {
    left_.reset();
    auto stored = texts_.text(left, left_bytes_);
    if (!stored) return stored.error();
    left_signer_.take(*stored);
    left_ = left;
  }
  auto stored = texts_.text(right, right_bytes_);
  if (!stored) return stored.error();
  right_signer_.take(*stored);
  const auto in = [&](View view) {
    return [this, view](Ratio least) -> Result<std::optional<Similarity>> {
      left_signer_.set(view);
      return left_signer_.overlap(view).with(right_signer_.set(view).keyed, least);
    };
  };
  return rule_.verify(left_signer_.subject(), right_signer_.subject(), in(View::kMain),
                      in(View::kFull));
}

Result<Hash128> StoredPairs::identity(StoredTextId text) {
  auto stored = texts_.text(text, right_bytes_);
  if (!stored) return stored.error();
  return right_signer_.identify(*stored);
}

Status verify_trusted(StoredPairs& pairs, StoredTextId removed, StoredTextId kept,
                      std::optional<group_state::Proof>& proof) {
  if (!proof || proof->level != Level::kNear || proof->similarity != Similarity{}) return {};
  auto pair = pairs.verify(removed, kept);
  if (!pair) return pair.status();
  if (*pair) {
    proof->similarity = (*pair)->similarity;
    proof->view = (*pair)->view;
  } else {
    proof.reset();
  }
  return {};
}

}  // namespace doppel::store_queries
