// The facts that are needed for every candidate of a probe, in memory: its group, and for each
// market the text that it is removed for. A probe may find a hundred thousand candidates; a row
// look-up for each would take a tenth of a second, an array element takes almost no time.
//
// Derived from the rows of tables t, c and x when the state is opened, and updated by every batch.
// 8 bytes a text and 8 for each market; texts without pages take none. Thread safety: immutable,
// and versions share what they have in common (shared_array.h).
#pragma once

#include <cstdint>
#include <map>
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
  // The texts that the removed texts of a market are removed for, by text; kNobody for all others.
  static constexpr uint64_t kNobody = UINT64_MAX;
  using RemovedFor = SharedArray<kNobody>;
  // Null if the market has no removed text. Valid as long as these facts.
  const RemovedFor* removed_for(group::MarketNumber market) const {
    const auto found = removed_for_.find(market);
    return found == removed_for_.end() ? nullptr : &found->second;
  }
  // Groups that are to be walked in a later round.
  const std::set<GroupNumber>& stale_groups() const { return stale_groups_; }

  // kCorrupt for a row that cannot be read.
  static Result<TextFacts> load(const store::Snapshot& snapshot);
  // The facts after a batch. Rows that do not belong to the state are ignored.
  Result<TextFacts> with(const store::Batch& batch) const;

 private:
  class Changes;

  SharedArray<0> groups_;  // by text
  std::map<group::MarketNumber, RemovedFor> removed_for_;
  std::set<GroupNumber> stale_groups_;
};

}  // namespace doppel::group_state
