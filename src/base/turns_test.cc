#include "base/turns.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>
#include <vector>

namespace doppel {
namespace {

using Used = std::vector<std::pair<size_t, int>>;

// As many threads take lanes in order, and fill lane i with i % 7 items.
void fill_lanes(Turns<int>& turns, size_t lanes, size_t threads) {
  std::atomic<size_t> next = 0;
  std::vector<std::thread> fillers;
  for (size_t t = 0; t < threads; ++t) {
    fillers.emplace_back([&] {
      for (size_t lane = next++; lane < lanes; lane = next++) {
        if (!turns.begin(lane)) return;
        for (size_t item = 0; item < lane % 7; ++item) turns.put(lane, static_cast<int>(item));
        turns.end(lane);
      }
    });
  }
  for (std::thread& filler : fillers) filler.join();
}

TEST(Turns, uses_items_in_order_whoever_fills_the_lanes) {
  constexpr size_t kLanes = 500;
  Used expected;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    for (size_t item = 0; item < lane % 7; ++item) expected.push_back({lane, item});
  }
  for (size_t threads : {1, 2, 8}) {
    Used used;  // by one thread at a time
    Turns<int> turns(kLanes, threads + 1, 2, [&](size_t lane, int item) {
      used.push_back({lane, item});
      return true;
    });
    fill_lanes(turns, kLanes, threads);
    EXPECT_EQ(used, expected) << threads;
  }
}

TEST(Turns, uses_an_item_at_once_when_it_is_the_lanes_turn) {
  Used used;
  Turns<int> turns(2, 2, 8, [&](size_t lane, int item) {
    used.push_back({lane, item});
    return true;
  });
  turns.put(1, 10);
  EXPECT_TRUE(used.empty());
  turns.put(0, 20);
  EXPECT_EQ(used, (Used{{0, 20}}));
  turns.end(0);
  EXPECT_EQ(used.size(), 1U);  // lane 1 has not ended: what waits there is left to who fills it
  turns.put(1, 11);
  EXPECT_EQ(used, (Used{{0, 20}, {1, 10}, {1, 11}}));
}

TEST(Turns, who_ends_a_lane_uses_what_ended_lanes_left) {
  Used used;
  Turns<int> turns(3, 3, 8, [&](size_t lane, int item) {
    used.push_back({lane, item});
    return true;
  });
  turns.put(2, 30);
  turns.end(2);
  turns.put(1, 20);
  turns.end(1);
  EXPECT_TRUE(used.empty());
  turns.end(0);
  EXPECT_EQ(used, (Used{{1, 20}, {2, 30}}));
}

TEST(Turns, begins_no_lane_that_is_far_ahead_and_holds_few_items) {
  constexpr size_t kLanes = 300, kLanesAhead = 3, kItemsAhead = 2, kThreads = 4;
  std::atomic<size_t> waiting = 0, most = 0;
  Turns<int> turns(kLanes, kLanesAhead, kItemsAhead, [&](size_t, int) {
    --waiting;
    return true;
  });
  std::atomic<size_t> next = 0;
  auto fill = [&] {
    for (size_t lane = next++; lane < kLanes; lane = next++) {
      turns.begin(lane);
      for (int item = 0; item < 10; ++item) {
        size_t now = ++waiting, before = most;
        while (before < now && !most.compare_exchange_weak(before, now)) {
        }
        turns.put(lane, item);
      }
      turns.end(lane);
    }
  };
  std::vector<std::thread> fillers;
  for (size_t t = 0; t < kThreads; ++t) fillers.emplace_back(fill);
  for (std::thread& filler : fillers) filler.join();
  EXPECT_EQ(waiting, 0U);
  EXPECT_LE(most, kLanesAhead * (kItemsAhead + 1));  // and one in the hand of each who puts
}

TEST(Turns, wakes_who_waits_when_it_is_stopped) {
  Turns<int> turns(3, 2, 1, [](size_t, int) { return true; });
  turns.put(1, 1);
  std::thread puts([&] { EXPECT_FALSE(turns.put(1, 2)); });
  std::thread begins([&] { EXPECT_FALSE(turns.begin(2)); });
  turns.stop();
  puts.join();
  begins.join();
}

TEST(Turns, ends_for_all_when_an_item_wants_no_more) {
  int used = 0;
  Turns<int> turns(2, 2, 8, [&](size_t, int item) {
    ++used;
    return item != 1;
  });
  EXPECT_TRUE(turns.put(1, 5));
  EXPECT_TRUE(turns.put(0, 0));
  EXPECT_FALSE(turns.put(0, 1));
  turns.end(0);
  EXPECT_FALSE(turns.put(1, 6));
  EXPECT_EQ(used, 2);
}

TEST(Turns, throws_what_the_use_of_an_item_throws) {
  Turns<int> turns(1, 1, 1, [](size_t, int) -> bool { throw std::bad_alloc(); });
  EXPECT_THROW(turns.put(0, 1), std::bad_alloc);
  turns.stop();
  EXPECT_FALSE(turns.put(0, 2));
}

}  // namespace
}  // namespace doppel
