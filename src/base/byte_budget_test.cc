#include "base/byte_budget.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/arena.h"
#include "base/ordered_queue.h"

namespace doppel {
namespace {

TEST(ByteBudget, the_lane_whose_turn_it_is_does_not_wait) {
  ByteBudget budget(10);
  budget.take(0, 100);
  EXPECT_EQ(budget.used(), 100u);
  budget.give(100);
  budget.take(5, 10);
  EXPECT_EQ(budget.used(), 10u);
  EXPECT_EQ(budget.peak(), 100u);
}

TEST(ByteBudget, others_wait_until_it_fits_or_their_turn_comes_or_all_is_over) {
  enum class Wake { kGive, kTurn, kStop };
  for (Wake wake : {Wake::kGive, Wake::kTurn, Wake::kStop}) {
    ByteBudget budget(10);
    budget.take(1, 8);
    std::atomic<bool> taken = false;
    std::thread waiting([&] {
      budget.take(1, 5);
      taken = true;
    });
    std::this_thread::yield();
    EXPECT_FALSE(taken);
    if (wake == Wake::kGive) budget.give(8);
    if (wake == Wake::kTurn) budget.set_turn(1);
    if (wake == Wake::kStop) budget.stop();
    waiting.join();
    EXPECT_TRUE(taken);
  }
}

TEST(LaneMemory, counts_what_an_arena_holds_and_large_blocks_several_times) {
  ByteBudget budget(1 << 20);
  LaneMemory memory(budget);
  {
    Arena arena(1000, &memory);
    arena.allocate(10);
    EXPECT_EQ(budget.used(), 1000u);
    arena.allocate(5'000'000);
    EXPECT_EQ(budget.used(), 1000u + 8 * 5'000'000u);
    arena.clear();
    EXPECT_EQ(budget.used(), 1000u);
  }
  EXPECT_EQ(budget.used(), 0u);
}

// Lanes of random sizes, filled by several threads: what is held never exceeds the budget by more
// than one lane may hold, and everything is used.
TEST(ByteBudget, holds_while_lanes_take_turns) {
  constexpr size_t kLanes = 300, kItems = 4, kMost = 1000;
  constexpr uint64_t kLimit = 5000;
  for (size_t threads : {2, 8}) {
    ByteBudget budget(kLimit);
    uint64_t used_items = 0;
    OrderedQueue<uint64_t> queue(
        kLanes, 2 * threads + 1, kItems,
        [&](size_t, uint64_t bytes) {
          ++used_items;
          budget.give(bytes);
          return true;
        },
        [&](size_t lane) { budget.set_turn(lane); });
    std::atomic<size_t> next = 0;
    std::vector<std::thread> fillers;
    for (size_t t = 0; t < threads; ++t) {
      fillers.emplace_back([&] {
        for (size_t lane = next++; lane < kLanes; lane = next++) {
          ASSERT_TRUE(queue.begin(lane));
          for (size_t item = 0; item < kItems; ++item) {
            const uint64_t bytes = (lane * 7919 + item * 104729) % kMost + 1;
            budget.take(lane, bytes);
            queue.put(lane, bytes);
          }
          queue.end(lane);
        }
      });
    }
    for (std::thread& filler : fillers) filler.join();
    EXPECT_EQ(used_items, kLanes * kItems);
    EXPECT_EQ(budget.used(), 0u);
    EXPECT_LE(budget.peak(), kLimit + kItems * kMost);
  }
}

}  // namespace
}  // namespace doppel
