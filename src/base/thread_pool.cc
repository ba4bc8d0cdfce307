#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <new>

namespace doppel {
namespace {

constexpr std::chrono::milliseconds kMeanwhile{50};

// One call of for_each_index(): runners take the next index until none is left.
class Loop {
 public:
  Loop(size_t count, size_t runners, const std::function<void(size_t)>& body)
      : count_(count), body_(body), running_(runners), thrown_(runners) {}

  void run(size_t runner) {
    try {
      for (size_t i = next_++; i < count_; i = next_++) body_(i);
    } catch (...) {
      thrown_[runner] = std::current_exception();
    }
    end_one();
  }

  void end_one() {
    std::lock_guard lock(mutex_);
    if (--running_ == 0) ended_.notify_all();  // under the lock: who waits may destroy this
  }

  // What `meanwhile` throws must not unwind past runners that still use this loop.
  void wait(const std::function<void()>& meanwhile) {
    std::unique_lock lock(mutex_);
    const auto all_ended = [&] { return running_ == 0; };
    while (meanwhile && !interrupted_ && !ended_.wait_for(lock, kMeanwhile, all_ended)) {
      lock.unlock();
      try {
        meanwhile();
      } catch (...) {
        interrupted_ = std::current_exception();
      }
      lock.lock();
    }
    ended_.wait(lock, all_ended);
  }

  void rethrow() const {
    if (interrupted_) std::rethrow_exception(interrupted_);
    for (const std::exception_ptr& exception : thrown_) {
      if (exception) std::rethrow_exception(exception);
    }
  }

 private:
  const size_t count_;
  const std::function<void(size_t)>& body_;
  std::atomic<size_t> next_ = 0;
  std::mutex mutex_;
  std::condition_variable ended_;
  size_t running_;
  std::vector<std::exception_ptr> thrown_;  // by runner
  std::exception_ptr interrupted_;
};

}  // namespace

ThreadPool::ThreadPool(size_t threads) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  threads_.reserve(threads);
  try {
    for (size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
  } catch (const std::exception&) {
    // No more threads, or no memory for them: those that have begun do the work.
  }
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool ThreadPool::submit(std::function<void()> task) {
  if (threads_.empty()) return false;
  {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  wake_.notify_one();
  return true;
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
  const size_t runners = std::min(count, size());
  Loop loop(count, runners, body);
  size_t submitted = 0;
  try {
    while (submitted < runners && submit([&loop, submitted] { loop.run(submitted); })) ++submitted;
  } catch (const std::bad_alloc&) {
    // Those that were submitted do all of it.
  }
  if (submitted == 0 && runners > 0) loop.run(submitted++);
  for (; submitted < runners; ++submitted) loop.end_one();
  loop.wait(meanwhile);
  loop.rethrow();
}

void for_each_index(ThreadPool* pool, size_t count, const std::function<void(size_t)>& body) {
  if (pool) return pool->for_each_index(count, body);
  for (size_t i = 0; i < count; ++i) body(i);
}

}  // namespace doppel
