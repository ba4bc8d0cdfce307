#include "rounds/known_texts.h"

#include <algorithm>
#include <string_view>

namespace doppel::rounds {

std::vector<bool> fill_known_texts(const group_state::StateView& before,
                                   std::span<group_state::PageEvent> events) {
  std::vector<std::string_view> keys;
  keys.reserve(events.size());
  for (const group_state::PageEvent& event : events) keys.push_back(event.key);
  if (!std::is_sorted(keys.begin(), keys.end())) std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  before.prefetch_pages(keys);
  std::vector<bool> out(events.size());
  for (size_t i = 0; i < events.size(); ++i) {
    group_state::PageEvent& event = events[i];
    if (event.kind != group_state::PageEvent::Kind::kUpsert) continue;
    const group_state::PageRow& row = before.page(event.key);
    out[i] = row.live() && row.content == event.content;
    if (out[i]) event.text = row.text;
  }
  return out;
}

}  // namespace doppel::rounds
