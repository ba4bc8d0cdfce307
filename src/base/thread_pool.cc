#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>

namespace doppel {
namespace {

constexpr std::chrono::milliseconds kMeanwhile{50};

// Counts down to the moment when nobody works any more.
class Working {
 public:
  explicit Working(size_t count) : count_(count) {}

  void end_one() {
    std::lock_guard lock(mutex_);
    if (--count_ == 0) ended_.notify_all();  // under the lock: who waits may destroy this
  }
  void wait(const std::function<void()>& meanwhile) {
    std::unique_lock lock(mutex_);
    const auto all_ended = [&] { return count_ == 0; };
    if (!meanwhile) return ended_.wait(lock, all_ended);
    while (!ended_.wait_for(lock, kMeanwhile, all_ended)) {
      lock.unlock();
      meanwhile();
      lock.lock();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  size_t count_;
};

}  // namespace

ThreadPool::ThreadPool(size_t threads) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  threads_.reserve(threads);
  for (size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::submit(std::function<void()> task) {
  {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  wake_.notify_one();
}

void ThreadPool::run() {
  while (true) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return !tasks_.empty() || stopping_; });
      if (tasks_.empty()) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

void ThreadPool::for_each_index(size_t count, const std::function<void(size_t)>& body,
                                const std::function<void()>& meanwhile) {
  std::atomic<size_t> next = 0;
  size_t runners = std::min(count, size());
  Working working(runners);
  std::vector<std::exception_ptr> thrown(runners);
  for (size_t r = 0; r < runners; ++r) {
    submit([&, r] {
      try {
        for (size_t i = next++; i < count; i = next++) body(i);
      } catch (...) {
        thrown[r] = std::current_exception();
      }
      working.end_one();
    });
  }
  working.wait(meanwhile);
  for (const std::exception_ptr& exception : thrown) {
    if (exception) std::rethrow_exception(exception);
  }
}

void for_each_index(ThreadPool* pool, size_t count, const std::function<void(size_t)>& body) {
  if (pool) return pool->for_each_index(count, body);
  for (size_t i = 0; i < count; ++i) body(i);
}

}  // namespace doppel
