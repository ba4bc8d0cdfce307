#include "group_state/row_view.h"

namespace doppel::group_state {

std::optional<std::string> RowView::get(std::string_view key) const {
  ++reads_;
  auto changed = changes_.changes().find(key);
  if (changed != changes_.changes().end()) return changed->second;
  if (!status_.ok()) return std::nullopt;
  auto known = known_->find(key);
  if (known != known_->end()) return known->second;
  auto found = base_->get(key);
  if (!found) {
    fail(found.error());
    return std::nullopt;
  }
  return known_->emplace(key, *std::move(found)).first->second;
}

// Merges two ordered lists; if both have a key, the change counts.
void RowView::scan(std::string_view prefix, const RowFn& on_row) const {
  if (!status_.ok()) return;
  ++reads_;
  const auto& changes = changes_.changes();
  auto changed = changes.lower_bound(prefix);
  auto cursor = base_->seek(prefix, store::prefix_end(prefix));
  auto in_base = [&] { return cursor->valid(); };
  auto in_changes = [&] { return changed != changes.end() && changed->first.starts_with(prefix); };
  while (in_base() || in_changes()) {
    bool take_change = in_changes() && (!in_base() || changed->first <= cursor->key());
    bool take_base = in_base() && (!in_changes() || cursor->key() <= changed->first);
    bool more = true;
    ++reads_;
    if (!take_change) {
      more = on_row(cursor->key().substr(prefix.size()), cursor->value());
    } else if (changed->second) {
      more = on_row(std::string_view(changed->first).substr(prefix.size()), *changed->second);
    }
    if (!more) return;
    if (take_base) cursor->next();
    if (take_change) ++changed;
  }
  if (!cursor->status().ok()) fail(cursor->status());
}

}  // namespace doppel::group_state
