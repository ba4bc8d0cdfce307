#include "spill/resident_limit.h"

#include <gtest/gtest.h>

#include <atomic>

namespace doppel::spill {
namespace {

constexpr uint64_t kLimit = 1000;

TEST(ResidentLimit, releases_near_the_limit) {
  std::atomic<uint64_t> held = kLimit - kLimit / 4;
  std::atomic<int> released = 0;
  ResidentLimit limit(
      kLimit, [&] { return held.load(); },
      [&] {
        held = 0;
        ++released;
        released.notify_all();
      });
  released.wait(0);
  EXPECT_EQ(held, 0u);
}

TEST(ResidentLimit, asks_again_when_more_was_touched) {
  std::atomic<uint64_t> held = kLimit;
  std::atomic<int> released = 0;
  ResidentLimit limit(
      kLimit, [&] { return held.load(); },
      [&] {
        ++released;  // and all of it is touched again
        released.notify_all();
      });
  for (int times = 0; times < 5; ++times) released.wait(times);
  EXPECT_GE(released, 5);
}

TEST(ResidentLimit, does_nothing_below_it) {
  std::atomic<int> asked = 0, released = 0;
  {
    ResidentLimit limit(
        kLimit,
        [&] {
          ++asked;
          asked.notify_all();
          return kLimit / 2;
        },
        [&] { ++released; });
    for (int times = 0; times < 3; ++times) asked.wait(times);
    limit.look();
  }
  EXPECT_EQ(released, 0);
}

}  // namespace
}  // namespace doppel::spill
