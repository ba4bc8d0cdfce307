// What every candidate of a probe is asked, in memory: its group, and for each market whom it is
// removed for. A probe may bring a hundred thousand candidates; a row look-up each would cost a
// tenth of a second, an array element costs nothing.
//
// Derived from the rows of tables t and c, at open and again from every batch. 8 bytes a text and 8
// for each market. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "group/keys.h"
#include "store/store.h"

namespace doppel::group {

class TextFacts {
 public:
  // 0: no page has the text.
  GroupNumber group(StoredTextId text) const {
    return text.value < groups_.size() ? groups_[text.value] : 0;
  }
  std::optional<StoredTextId> removed_for(MarketId market, StoredTextId text) const {
    if (market >= removed_for_.size()) return std::nullopt;
    const auto& column = removed_for_[market];
    if (text.value >= column.size() || column[text.value] == kNobody) return std::nullopt;
    return StoredTextId{column[text.value]};
  }

  Status load(const store::Snapshot& snapshot);
  // REQUIRES: the rows are those of a state; others are passed over.
  void apply(const store::Batch& batch);

 private:
  static constexpr uint64_t kNobody = UINT64_MAX;

  void apply_row(std::string_view key, const std::optional<std::string_view>& value);

  std::vector<GroupNumber> groups_;                 // by text
  std::vector<std::vector<uint64_t>> removed_for_;  // by market, text
};

}  // namespace doppel::group
