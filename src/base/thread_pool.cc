#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <latch>

namespace doppel {

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

void ThreadPool::for_each_index(size_t count, const std::function<void(size_t)>& body) {
  std::atomic<size_t> next = 0;
  size_t runners = std::min(count, size());
  std::latch done(static_cast<std::ptrdiff_t>(runners));
  std::vector<std::exception_ptr> thrown(runners);
  for (size_t r = 0; r < runners; ++r) {
    submit([&, r] {
      try {
        for (size_t i = next++; i < count; i = next++) body(i);
      } catch (...) {
        thrown[r] = std::current_exception();
      }
      done.count_down();
    });
  }
  done.wait();
  for (const std::exception_ptr& exception : thrown) {
    if (exception) std::rethrow_exception(exception);
  }
}

}  // namespace doppel
