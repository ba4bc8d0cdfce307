#include "group/text_facts.h"

#include "group/rows.h"

namespace doppel::group {
namespace {

template <typename T>
void set_at(std::vector<T>& column, size_t index, T value, T empty) {
  if (index >= column.size()) column.resize(index + 1, empty);
  column[index] = value;
}

}  // namespace

// t text -> group, c market text -> CoverRow: see keys.h.
void TextFacts::apply_row(std::string_view key, const std::optional<std::string_view>& value) {
  constexpr size_t kTextKey = 9, kCoverKey = 10;
  if (key.starts_with('t') && key.size() == kTextKey) {
    GroupNumber group = value ? number_at_end(*value, 8) : 0;
    set_at<GroupNumber>(groups_, number_at_end(key, 8), group, 0);
  }
  if (key.starts_with('c') && key.size() == kCoverKey) {
    size_t market = static_cast<uint8_t>(key[1]);
    if (market >= removed_for_.size()) removed_for_.resize(market + 1);
    std::optional<CoverRow> row = value ? CoverRow::decode(*value) : std::nullopt;
    set_at(removed_for_[market], number_at_end(key, 8), row ? row->kept.value : kNobody, kNobody);
  }
}

Status TextFacts::load(const store::Snapshot& snapshot) {
  for (std::string_view table : {"c", "t"}) {
    auto cursor = snapshot.seek(table, store::prefix_end(table));
    for (; cursor->valid(); cursor->next()) {
      apply_row(cursor->key(), cursor->value());
    }
    if (!cursor->status().ok()) return cursor->status();
  }
  return {};
}

void TextFacts::apply(const store::Batch& batch) {
  for (const auto& [key, value] : batch.changes()) apply_row(key, value);
}

}  // namespace doppel::group
