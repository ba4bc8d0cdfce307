#include "base/run_ahead.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace doppel {
namespace {

TEST(RunAhead, lets_begin_what_is_near_and_no_more) {
  constexpr size_t kItems = 200, kAhead = 3;
  RunAhead window(kAhead);
  std::atomic<size_t> used = 0, next = 0;
  std::vector<std::atomic<bool>> ready(kItems);
  std::atomic<bool> too_far = false;
  auto work = [&] {
    for (size_t i = next++; i < kItems; i = next++) {
      if (!window.begin(i)) return;
      if (i >= used + kAhead) too_far = true;
      ready[i] = true;
    }
  };
  std::thread one(work), two(work);
  for (size_t i = 0; i < kItems; ++i) {
    while (!ready[i]) std::this_thread::yield();
    ++used;
    window.use();
  }
  one.join();
  two.join();
  EXPECT_FALSE(too_far);
}

TEST(RunAhead, wakes_who_waits_when_it_is_stopped) {
  RunAhead window(1);
  EXPECT_TRUE(window.begin(0));
  std::thread waiting([&] { EXPECT_FALSE(window.begin(1)); });
  window.stop();
  waiting.join();
}

}  // namespace
}  // namespace doppel
