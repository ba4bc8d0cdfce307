#include "group_state/row_view.h"

namespace doppel::group_state {

std::optional<std::string> RowView::get(std::string_view key) const {
  ++reads_;
  auto changed = changes_.find(key);
  if (changed != changes_.end()) return changed->second;
  if (!status_.ok()) return std::nullopt;
  auto known = known_->find(key);
  if (known != known_->end()) return known->second;
  return known_->emplace(key, get_stored(key)).first->second;
}

std::optional<std::string> RowView::get_stored(std::string_view key) const {
  if (!status_.ok()) return std::nullopt;
  auto found = base_->get(key);
  if (found) return *std::move(found);
  fail(found.error());
  return std::nullopt;
}

std::vector<std::optional<std::string>> RowView::get_stored(
    std::span<const std::string_view> keys) const {
  if (status_.ok()) {
    auto found = base_->get_many(keys);
    if (found) return *std::move(found);
    fail(found.error());
  }
  return std::vector<std::optional<std::string>>(keys.size());
}

void RowView::scan(std::string_view prefix, const RowFn& on_row) const {
  scan_range(prefix, store::prefix_end(prefix), [&](std::string_view key, std::string_view value) {
    return on_row(key.substr(prefix.size()), value);
  });
}

// Merges two ordered lists; if both have a key, the change counts.
void RowView::scan_range(std::string_view from, std::string_view end, const RowFn& on_row) const {
  if (!status_.ok()) return;
  ++reads_;
  auto changed = changes_.lower_bound(from);
  auto cursor = base_->seek(from, end);
  // A base that cannot be read on has no rows that could be merged.
  auto readable = [&] {
    if (!cursor->valid() && !cursor->status().ok()) fail(cursor->status());
    return status_.ok();
  };
  auto in_base = [&] { return cursor->valid(); };
  auto in_changes = [&] {
    return changed != changes_.end() && (end.empty() || changed->first < end);
  };
  while (readable() && (in_base() || in_changes())) {
    bool take_change = in_changes() && (!in_base() || changed->first <= cursor->key());
    bool take_base = in_base() && (!in_changes() || cursor->key() <= changed->first);
    bool more = true;
    ++reads_;
    if (!take_change) {
      more = on_row(cursor->key(), cursor->value());
    } else if (changed->second) {
      more = on_row(changed->first, *changed->second);
    }
    if (!more) return;
    if (take_base) cursor->next();
    if (take_change) ++changed;
  }
}

}  // namespace doppel::group_state
