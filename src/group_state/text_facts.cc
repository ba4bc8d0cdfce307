#include "group_state/text_facts.h"

#include "group_state/rows.h"

namespace doppel::group_state {

// Collects facts from rows, which must come in the order of their keys. For the tables, see keys.h.
class TextFacts::Changes {
 public:
  Status add(std::string_view key, const std::optional<std::string_view>& value) {
    constexpr size_t kGroupKey = 9, kTextKey = 9;
    if (key.starts_with('x') && key.size() == kGroupKey) {
      stale_.emplace_back(number_at_end(key, 8), value.has_value());
    } else if (key.starts_with('t') && key.size() == kTextKey) {
      return add_text(number_at_end(key, 8), value);
    } else if (key.starts_with('c') && is_cover_key(key)) {
      return add_cover(market_in(key), number_at_end(key, 8), value);
    }
    return {};
  }

  TextFacts apply_to(const TextFacts& old) const {
    TextFacts out = old;
    out.groups_ = old.groups_.with(groups_);
    for (const auto& [market, changes] : removed_for_) {
      RemovedFor& of_market = out.removed_for_[market];
      of_market = of_market.with(changes);
    }
    for (auto [group, stale] : stale_) {
      if (stale) {
        out.stale_groups_.insert(group);
      } else {
        out.stale_groups_.erase(group);
      }
    }
    return out;
  }

 private:
  // Ids are assigned in order. An id as large as this comes from damage, and must not be an index.
  static constexpr uint64_t kTooLarge = uint64_t{1} << 40;

  static bool is_cover_key(std::string_view key) {
    constexpr size_t kShort = 1 + 1 + 8, kLong = 1 + 5 + 8;  // by the number of its market
    return key.size() == kShort || key.size() == kLong;
  }

  Status add_text(uint64_t text, const std::optional<std::string_view>& value) {
    GroupNumber group = 0;
    if (value) {
      std::optional<TextRow> row = TextRow::decode(*value);
      if (!row || text >= kTooLarge) return corrupt("a row of table t is damaged");
      group = row->group != 0 ? row->group : lone_group({text});
    }
    if (text < kTooLarge) groups_.emplace_back(text, group);
    return {};
  }

  Status add_cover(group::MarketNumber market, uint64_t text,
                   const std::optional<std::string_view>& value) {
    uint64_t kept = kNobody;
    if (value) {
      std::optional<CoverRow> row = CoverRow::decode(*value);
      if (!row || text >= kTooLarge) return corrupt("a row of table c is damaged");
      kept = row->kept.value;
    }
    if (text < kTooLarge) removed_for_[market].emplace_back(text, kept);
    return {};
  }

  std::vector<SharedArray<0>::Change> groups_;
  std::map<group::MarketNumber, std::vector<RemovedFor::Change>> removed_for_;
  std::vector<std::pair<GroupNumber, bool>> stale_;
};

Result<TextFacts> TextFacts::load(const store::Snapshot& snapshot) {
  Changes changes;
  for (std::string_view table : {"c", "t", "x"}) {
    auto cursor = snapshot.seek(table, store::prefix_end(table));
    for (; cursor->valid(); cursor->next()) {
      Status added = changes.add(cursor->key(), cursor->value());
      if (!added.ok()) return added;
    }
    if (!cursor->status().ok()) return cursor->status();
  }
  return changes.apply_to({});
}

Result<TextFacts> TextFacts::with(const store::Batch& batch) const {
  Changes changes;
  for (const auto& [key, value] : batch.changes()) {
    Status added = changes.add(key, value);
    if (!added.ok()) return added;
  }
  return changes.apply_to(*this);
}

}  // namespace doppel::group_state
