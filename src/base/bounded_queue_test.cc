#include "base/bounded_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace doppel {
namespace {

TEST(BoundedQueue, gives_items_in_order_and_then_nothing) {
  BoundedQueue<int> queue(3);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue.push(i));
  queue.close();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(queue.pop(), i);
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(BoundedQueue, push_to_a_closed_queue_fails) {
  BoundedQueue<int> queue(1);
  queue.close();
  EXPECT_FALSE(queue.push(1));
}

TEST(BoundedQueue, never_holds_more_than_its_capacity) {
  BoundedQueue<int> queue(2);
  std::atomic<int> pushed = 0;
  std::thread producer([&] {
    for (int i = 0; i < 100; ++i) {
      queue.push(i);
      ++pushed;
    }
    queue.close();
  });
  int popped = 0;
  while (auto item = queue.pop()) {
    EXPECT_EQ(*item, popped++);
    EXPECT_LE(pushed.load(), popped + 2);  // those taken out, and two inside
  }
  EXPECT_EQ(popped, 100);
  producer.join();
}

TEST(BoundedQueue, close_wakes_a_waiting_producer) {
  BoundedQueue<int> queue(1);
  ASSERT_TRUE(queue.push(1));
  std::thread producer([&] { EXPECT_FALSE(queue.push(2)); });
  queue.close();
  producer.join();
}

}  // namespace
}  // namespace doppel
