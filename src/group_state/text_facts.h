// The facts that are needed for every candidate of a probe, in memory: its group, and for each
// market the text that it is removed for. A probe may find a hundred thousand candidates; a row
// look-up for each would take a tenth of a second, an array element takes almost no time.
//
// Derived from the rows of tables t, c and x when the state is opened, and updated by every batch.
// 8 bytes a text and 8 for each market; texts without pages take none. Thread safety: immutable,
// and versions share what they have in common (shared_array.h).
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "base/shared_array.h"
#include "group_state/keys.h"
#include "store/store.h"

namespace doppel::group_state {

class TextFacts {
 public:
  // 0 if no page has the text.
  GroupNumber group(StoredTextId text) const { return groups_[text.value]; }
  std::optional<StoredTextId> removed_for(group::MarketId market, StoredTextId text) const {
    if (market >= removed_for_.size()) return std::nullopt;
    const uint64_t kept = removed_for_[market][text.value];
    return kept == kNobody ? std::nullopt : std::optional(StoredTextId{kept});
  }
  // Groups that are to be walked in a later round.
  const std::set<GroupNumber>& stale_groups() const { return stale_groups_; }

  // kCorrupt for a row that cannot be read.
  static Result<TextFacts> load(const store::Snapshot& snapshot);
  // The facts after a batch. Rows that do not belong to the state are ignored.
  Result<TextFacts> with(const store::Batch& batch) const;

 private:
  static constexpr uint64_t kNobody = UINT64_MAX;
  class Changes;

  SharedArray<0> groups_;                          // by text
  std::vector<SharedArray<kNobody>> removed_for_;  // by market, text
  std::set<GroupNumber> stale_groups_;
};

}  // namespace doppel::group_state
