#include "base/ordered_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>
#include <vector>

namespace doppel {
namespace {

using Used = std::vector<std::pair<size_t, int>>;

// As many threads take lanes in order, and fill lane i with i % 7 items.
void fill_lanes(OrderedQueue<int>& queue, size_t lanes, size_t threads) {
  std::atomic<size_t> next = 0;
  std::vector<std::thread> fillers;
  for (size_t t = 0; t < threads; ++t) {
    fillers.emplace_back([&] {
      for (size_t lane = next++; lane < lanes; lane = next++) {
        if (!queue.begin(lane)) return;
        for (size_t item = 0; item < lane % 7; ++item) queue.put(lane, static_cast<int>(item));
        queue.end(lane);
      }
    });
  }
  for (std::thread& filler : fillers) filler.join();
}

TEST(OrderedQueue, uses_items_in_order_whoever_fills_the_lanes) {
  constexpr size_t kLanes = 500;
  Used expected;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    for (size_t item = 0; item < lane % 7; ++item) expected.push_back({lane, item});
  }
  for (size_t threads : {1, 2, 8}) {
    Used used;  // by one thread at a time
    OrderedQueue<int> queue(kLanes, threads + 1, 2, [&](size_t lane, int item) {
      used.push_back({lane, item});
      return true;
    });
    fill_lanes(queue, kLanes, threads);
    EXPECT_EQ(used, expected) << threads;
  }
}

TEST(OrderedQueue, uses_an_item_at_once_when_it_is_the_lanes_turn) {
  Used used;
  OrderedQueue<int> queue(2, 2, 8, [&](size_t lane, int item) {
    used.push_back({lane, item});
    return true;
  });
  queue.put(1, 10);
  EXPECT_TRUE(used.empty());
  queue.put(0, 20);
  EXPECT_EQ(used, (Used{{0, 20}}));
  queue.end(0);
  EXPECT_EQ(used.size(), 1U);  // lane 1 has not ended: what waits there is left to who fills it
  queue.put(1, 11);
  EXPECT_EQ(used, (Used{{0, 20}, {1, 10}, {1, 11}}));
}

TEST(OrderedQueue, who_ends_a_lane_uses_what_ended_lanes_left) {
  Used used;
  OrderedQueue<int> queue(3, 3, 8, [&](size_t lane, int item) {
    used.push_back({lane, item});
    return true;
  });
  queue.put(2, 30);
  queue.end(2);
  queue.put(1, 20);
  queue.end(1);
  EXPECT_TRUE(used.empty());
  queue.end(0);
  EXPECT_EQ(used, (Used{{1, 20}, {2, 30}}));
}

TEST(OrderedQueue, begins_no_lane_that_is_far_ahead_and_holds_few_items) {
  constexpr size_t kLanes = 300, kLanesAhead = 3, kItemsAhead = 2, kThreads = 4;
  std::atomic<size_t> waiting = 0, most = 0;
  OrderedQueue<int> queue(kLanes, kLanesAhead, kItemsAhead, [&](size_t, int) {
    --waiting;
    return true;
  });
  std::atomic<size_t> next = 0;
  auto fill = [&] {
    for (size_t lane = next++; lane < kLanes; lane = next++) {
      queue.begin(lane);
      for (int item = 0; item < 10; ++item) {
        size_t now = ++waiting, before = most;
        while (before < now && !most.compare_exchange_weak(before, now)) {
        }
        queue.put(lane, item);
      }
      queue.end(lane);
    }
  };
  std::vector<std::thread> fillers;
  for (size_t t = 0; t < kThreads; ++t) fillers.emplace_back(fill);
  for (std::thread& filler : fillers) filler.join();
  EXPECT_EQ(waiting, 0U);
  EXPECT_LE(most, kLanesAhead * (kItemsAhead + 1));  // and one in the hand of each who puts
}

TEST(OrderedQueue, wakes_who_waits_when_it_is_stopped) {
  OrderedQueue<int> queue(3, 2, 1, [](size_t, int) { return true; });
  queue.put(1, 1);
  std::thread puts([&] { EXPECT_FALSE(queue.put(1, 2)); });
  std::thread begins([&] { EXPECT_FALSE(queue.begin(2)); });
  queue.stop();
  puts.join();
  begins.join();
}

TEST(OrderedQueue, ends_for_all_when_an_item_wants_no_more) {
  int used = 0;
  OrderedQueue<int> queue(2, 2, 8, [&](size_t, int item) {
    ++used;
    return item != 1;
  });
  EXPECT_TRUE(queue.put(1, 5));
  EXPECT_TRUE(queue.put(0, 0));
  EXPECT_FALSE(queue.put(0, 1));
  queue.end(0);
  EXPECT_FALSE(queue.put(1, 6));
  EXPECT_EQ(used, 2);
}

TEST(OrderedQueue, throws_what_the_use_of_an_item_throws) {
  OrderedQueue<int> queue(1, 1, 1, [](size_t, int) -> bool { throw std::bad_alloc(); });
  EXPECT_THROW(queue.put(0, 1), std::bad_alloc);
  queue.stop();
  EXPECT_FALSE(queue.put(0, 2));
}

}  // namespace
}  // namespace doppel
