#include "base/progress.h"

#include <gtest/gtest.h>

namespace doppel {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

TEST(ProgressMeter, reports_at_most_ten_times_a_second) {
  ManualClock clock;
  int reports = 0;
  ProgressMeter meter(
      [&](const Progress&) {
        ++reports;
        return true;
      },
      clock);
  meter.begin("read", "bytes", 100);
  for (int i = 0; i < 100; ++i) {
    clock.advance_ns(kSecond / 100);
    EXPECT_TRUE(meter.advance(1).ok());
  }
  EXPECT_EQ(reports, 10);
}

TEST(ProgressMeter, end_reports_the_whole_phase) {
  ManualClock clock;
  Progress last;
  ProgressMeter meter(
      [&](const Progress& p) {
        last = p;
        return true;
      },
      clock);
  meter.begin("compare", "texts", 5);
  EXPECT_TRUE(meter.advance(5, 7).ok());
  EXPECT_TRUE(meter.end().ok());
  EXPECT_EQ(last.phase, "compare");
  EXPECT_EQ(last.done, 5U);
  EXPECT_EQ(last.total, 5U);
  EXPECT_EQ(last.records, 7U);
}

TEST(ProgressMeter, a_stop_cancels_everything_after_it) {
  ManualClock clock;
  ProgressMeter meter([](const Progress&) { return false; }, clock);
  meter.begin("read", "bytes", 0);
  EXPECT_TRUE(meter.advance(1).ok());  // nothing was reported yet
  clock.advance_ns(kSecond);
  EXPECT_EQ(meter.advance(1).code(), StatusCode::kCancelled);
  meter.begin("write", "bytes", 0);
  EXPECT_EQ(meter.advance(1).code(), StatusCode::kCancelled);
  EXPECT_EQ(meter.end().code(), StatusCode::kCancelled);
}

TEST(ProgressMeter, without_a_callback_nothing_is_cancelled) {
  ProgressMeter meter({});
  meter.begin("read", "bytes", 0);
  EXPECT_TRUE(meter.advance(1).ok());
  EXPECT_TRUE(meter.end().ok());
}

}  // namespace
}  // namespace doppel
