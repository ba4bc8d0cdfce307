#include "group_state/freshness.h"

#include <algorithm>

namespace doppel::group_state {

// Times come from outside: a difference that is not a number of 64 bits is the greatest one.
static int64_t between(int64_t earlier, int64_t later) {
  int64_t out = 0;
  if (later <= earlier) return 0;
  return __builtin_sub_overflow(later, earlier, &out) ? INT64_MAX : out;
}

int64_t age_ms(const PageRow& page, int64_t now_ms) { return between(page.last_seen, now_ms); }

int64_t recheck_after_ms(const PageRow& page) {
  constexpr int64_t kDay = int64_t{24} * 3600 * 1000;
  if (page.last_seen <= page.first_seen) return 7 * kDay;
  return std::clamp(between(page.unchanged_since(), page.last_seen), kDay, 28 * kDay);
}

bool is_recheck_due(const PageRow& page, int64_t now_ms) {
  const bool expired = page.state == PageState::kDead && page.http_status == 0;
  return page.present() && !expired && age_ms(page, now_ms) > recheck_after_ms(page);
}

}  // namespace doppel::group_state
