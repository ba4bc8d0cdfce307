#include "group_state/freshness.h"

#include <gtest/gtest.h>

namespace doppel::group_state {
namespace {

constexpr int64_t kDay = int64_t{24} * 3600 * 1000;

PageRow page(int64_t first_seen, int64_t last_seen, int64_t changed = PageRow::kNever) {
  PageRow out;
  out.state = PageState::kLive;
  out.first_seen = first_seen;
  out.last_seen = last_seen;
  out.changed = changed;
  return out;
}

TEST(Freshness, a_page_seen_once_is_due_after_a_week) {
  const PageRow row = page(kDay, kDay);
  EXPECT_FALSE(is_recheck_due(row, 8 * kDay));
  EXPECT_TRUE(is_recheck_due(row, 8 * kDay + 1));
}

TEST(Freshness, a_page_is_due_after_as_long_as_it_had_stayed_the_same) {
  EXPECT_EQ(recheck_after_ms(page(0, 3 * kDay)), 3 * kDay);
  EXPECT_EQ(recheck_after_ms(page(0, 10 * kDay, 4 * kDay)), 6 * kDay);
  EXPECT_EQ(recheck_after_ms(page(0, 10 * kDay, 10 * kDay)), kDay);  // it changed last time
  EXPECT_EQ(recheck_after_ms(page(0, 400 * kDay)), 28 * kDay);
}

TEST(Freshness, an_expired_or_absent_page_is_never_due) {
  PageRow row = page(0, 0);
  row.state = PageState::kDead;
  EXPECT_FALSE(is_recheck_due(row, 100 * kDay));
  row.http_status = 404;
  EXPECT_TRUE(is_recheck_due(row, 100 * kDay));
  row.state = PageState::kDeleted;
  EXPECT_FALSE(is_recheck_due(row, 100 * kDay));
}

TEST(Freshness, extreme_times_do_not_overflow) {
  const PageRow row = page(INT64_MIN, INT64_MIN);
  EXPECT_EQ(age_ms(row, INT64_MAX), INT64_MAX);
  EXPECT_EQ(age_ms(row, INT64_MIN), 0);
  EXPECT_EQ(recheck_after_ms(page(INT64_MIN, INT64_MAX)), 28 * kDay);
}

}  // namespace
}  // namespace doppel::group_state
