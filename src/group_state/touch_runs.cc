#include "group_state/touch_runs.h"

namespace doppel::group_state {
namespace {

bool page_before(const Touch& a, const Touch& b) { return a.page < b.page; }

// Touches of one page that stand next to each other become one.
void join_equal_pages(std::vector<Touch>& touches) {
  size_t size = 0;
  for (const Touch& touch : touches) {
    if (size > 0 && touches[size - 1].page == touch.page) {
      Touch& same = touches[size - 1];
      same.version = std::max(same.version, touch.version);
      same.last_seen = std::max(same.last_seen, touch.last_seen);
    } else {
      touches[size++] = touch;
    }
  }
  touches.resize(size);
}

// Adds the touches of a run, and erases its rows.
void take_run(uint64_t run, RowView& rows, std::vector<Touch>& touches) {
  const auto middle = static_cast<ptrdiff_t>(touches.size());
  std::vector<std::string> keys;
  const std::string prefix = Key('v').number(run, 8);
  rows.scan_range(prefix, store::prefix_end(prefix),
                  [&](std::string_view key, std::string_view bytes) {
                    auto some = decode_touches(bytes);
                    if (!some) {
                      rows.fail(corrupt("a row of table v is damaged"));
                      return false;
                    }
                    touches.insert(touches.end(), some->begin(), some->end());
                    keys.emplace_back(key);
                    return true;
                  });
  for (std::string& key : keys) rows.erase(std::move(key));
  std::inplace_merge(touches.begin(), touches.begin() + middle, touches.end(), page_before);
  join_equal_pages(touches);
}

}  // namespace

void write_touches(std::vector<Touch> touches, uint64_t run, const Touches& so_far, RowView& rows) {
  if (touches.empty()) return;
  if (!std::is_sorted(touches.begin(), touches.end(), page_before)) {
    std::sort(touches.begin(), touches.end(), page_before);
  }
  join_equal_pages(touches);
  for (auto last = so_far.runs().rbegin();
       last != so_far.runs().rend() && last->second <= 2 * touches.size(); ++last) {
    take_run(last->first, rows, touches);
  }
  for (std::span<const Touch> rest = touches; !rest.empty();) {
    const auto of_row = rest.first(std::min(rest.size(), kTouchesPerRow));
    rows.put(Key('v').number(run, 8).number(of_row[0].page, 8), encode_touches(of_row));
    rest = rest.subspan(of_row.size());
  }
}

}  // namespace doppel::group_state
