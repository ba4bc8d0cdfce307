#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace doppel {
namespace {

TEST(ThreadPool, runs_every_task_before_it_ends) {
  std::atomic<int> ran = 0;
  {
    ThreadPool pool(3);
    for (int i = 0; i < 100; ++i) pool.submit([&] { ++ran; });
  }
  EXPECT_EQ(ran, 100);
}

TEST(ThreadPool, one_thread_runs_tasks_in_order) {
  std::vector<int> order;
  {
    ThreadPool pool(1);
    for (int i = 0; i < 10; ++i) pool.submit([&, i] { order.push_back(i); });
  }
  for (int i = 0; i < 10; ++i) EXPECT_EQ(order[static_cast<size_t>(i)], i);
}

TEST(ThreadPool, visits_every_index_once) {
  for (size_t threads : {1, 2, 8}) {
    ThreadPool pool(threads);
    for (size_t count : {0, 1, 7, 1000}) {
      std::vector<std::atomic<int>> visits(count);
      pool.for_each_index(count, [&](size_t i) { ++visits[i]; });
      for (const auto& v : visits) EXPECT_EQ(v, 1);
    }
  }
}

TEST(ThreadPool, without_a_pool_the_caller_visits_every_index) {
  std::vector<size_t> visited;
  for_each_index(nullptr, 3, [&](size_t i) { visited.push_back(i); });
  EXPECT_EQ(visited, (std::vector<size_t>{0, 1, 2}));
}

TEST(ThreadPool, what_a_body_throws_arrives_at_the_caller) {
  ThreadPool pool(2);
  EXPECT_THROW(pool.for_each_index(10,
                                   [](size_t i) {
                                     if (i == 7) throw std::bad_alloc();
                                   }),
               std::bad_alloc);
  std::atomic<int> ran = 0;
  pool.for_each_index(3, [&](size_t) { ++ran; });  // and the pool goes on
  EXPECT_EQ(ran, 3);
}

TEST(ThreadPool, calls_meanwhile_while_it_waits) {
  ThreadPool pool(1);
  std::atomic<bool> called = false;
  pool.for_each_index(
      1, [&](size_t) { called.wait(false); },
      [&] {
        called = true;
        called.notify_all();
      });
  EXPECT_TRUE(called);
}

TEST(ThreadPool, what_meanwhile_throws_arrives_once_the_bodies_have_ended) {
  ThreadPool pool(1);
  std::atomic<bool> called = false, ended = false;
  auto body = [&](size_t) {
    called.wait(false);
    ended = true;
  };
  auto meanwhile = [&] {
    called = true;
    called.notify_all();
    throw std::bad_alloc();
  };
  EXPECT_THROW(pool.for_each_index(1, body, meanwhile), std::bad_alloc);
  EXPECT_TRUE(ended);
}

TEST(ThreadPool, zero_threads_means_as_many_as_the_machine_has) {
  ThreadPool pool(0);
  EXPECT_GE(pool.size(), 1U);
}

// -- executors -----------------------------------------------------------------------------------

// What executors may do with a task.
struct Lender {
  std::string name;
  Executor executor;
};

// Tasks that nobody has run yet.
using Queue = std::vector<std::function<void()>>;

std::vector<Lender> lenders(ThreadPool& other, Queue& later) {
  return {
      {"inline", [](const std::function<void()>& task) { task(); }},
      {"drops", [](const std::function<void()>&) {}},
      {"refuses", [](const std::function<void()>&) { throw std::runtime_error("full"); }},
      {"later", [&](std::function<void()> task) { later.push_back(std::move(task)); }},
      {"one thread", [&](std::function<void()> task) { other.submit(std::move(task)); }},
  };
}

TEST(ThreadPool, visits_every_index_once_whatever_an_executor_does) {
  Queue later;
  ThreadPool other(1);
  for (const Lender& lender : lenders(other, later)) {
    for (size_t threads : {1, 4}) {
      ThreadPool pool(threads, lender.executor);
      EXPECT_EQ(pool.size(), threads);
      for (size_t count : {0, 1, 7, 1000}) {
        std::vector<std::atomic<int>> visits(count);
        pool.for_each_index(count, [&](size_t i) { ++visits[i]; });
        for (const auto& v : visits) ASSERT_EQ(v, 1) << lender.name;
      }
    }
  }
  EXPECT_FALSE(later.empty());
  for (const auto& task : later) task();  // long after: nothing is left to do
}

TEST(ThreadPool, a_busy_executor_does_not_hold_up_the_caller) {
  std::atomic<bool> free = false;  // outlives the pool, whose task reads it until it has ended
  ThreadPool other(1);
  other.submit([&] { free.wait(false); });
  ThreadPool pool(4, [&](std::function<void()> task) { other.submit(std::move(task)); });
  std::atomic<int> ran = 0;
  pool.for_each_index(100, [&](size_t) { ++ran; });
  EXPECT_EQ(ran, 100);
  free = true;
  free.notify_all();
}

TEST(ThreadPool, a_loop_inside_a_task_of_the_executor_ends) {
  ThreadPool other(1);
  std::atomic<int> ran = 0;
  const Executor lend = [&](std::function<void()> task) { other.submit(std::move(task)); };
  other.for_each_index(1, [&](size_t) {
    ThreadPool pool(2, lend);
    pool.for_each_index(10, [&](size_t) { ++ran; });
  });
  EXPECT_EQ(ran, 10);
}

TEST(ThreadPool, what_a_body_throws_on_a_lent_thread_arrives_at_the_caller) {
  ThreadPool other(1);
  ThreadPool pool(3, [&](std::function<void()> task) { other.submit(std::move(task)); });
  EXPECT_THROW(pool.for_each_index(10, [](size_t) { throw std::bad_alloc(); }), std::bad_alloc);
}

}  // namespace
}  // namespace doppel
