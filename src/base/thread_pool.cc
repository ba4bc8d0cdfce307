#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <utility>

namespace doppel {
namespace {

constexpr std::chrono::milliseconds kMeanwhile{50};

// One call of for_each_index(): runners take the next index until none is left. The tasks share the
// loop with the caller, which does not wait for tasks that have not begun: they find it closed.
class Loop {
 public:
  Loop(size_t count, const std::function<void(size_t)>& body) : count_(count), body_(body) {}

  // A runner on some thread.
  void run() {
    {
      std::lock_guard lock(mutex_);
      if (closed_) return;
      ++running_;
    }
    for (size_t i = next_++; i < count_; i = next_++) call([&] { body_(i); });
    std::lock_guard lock(mutex_);
    if (--running_ == 0) ended_.notify_all();
  }

  // The calling thread as a runner.
  void help(const std::function<void()>& meanwhile) {
    auto told = std::chrono::steady_clock::now();
    for (size_t i = next_++; i < count_; i = next_++) {
      call([&] { body_(i); });
      const auto now = std::chrono::steady_clock::now();
      if (!meanwhile || now - told < kMeanwhile) continue;
      call(meanwhile);
      told = now;
    }
  }

  void wait(const std::function<void()>& meanwhile) {
    std::unique_lock lock(mutex_);
    const auto all_ended = [&] { return running_ == 0 && next_ >= count_; };
    while (meanwhile && !thrown_ && !ended_.wait_for(lock, kMeanwhile, all_ended)) {
      lock.unlock();
      call(meanwhile);
      lock.lock();
    }
    ended_.wait(lock, all_ended);
    closed_ = true;
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  // An exception ends the loop. It must not leave this function while runners still use the loop.
  template <typename Step>
  void call(const Step& step) {
    try {
      step();
    } catch (...) {
      next_ = count_;
      std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
    }
  }

  const size_t count_;
  const std::function<void(size_t)>& body_;  // lives until the loop is closed
  std::atomic<size_t> next_ = 0;
  std::mutex mutex_;
  std::condition_variable ended_;
  size_t running_ = 0;  // runners that have begun and not ended
  bool closed_ = false;
  std::exception_ptr thrown_;  // the first
};

}  // namespace

ThreadPool::ThreadPool(size_t threads, Executor executor)
    : executor_(std::move(executor)),
      size_(threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency())) {
  if (executor_) return;
  threads_.reserve(size_);
  try {
    for (size_t i = 0; i < size_; ++i) threads_.emplace_back([this] { run(); });
  } catch (const std::exception&) {
    // The system refuses more threads, or memory ran out: the threads that started do the work.
  }
  size_ = std::max<size_t>(1, threads_.size());
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
  if (executor_) {
    executor_(std::move(task));
    return true;
  }
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
  const size_t wanted = std::min(count, size()) - (executor_ && count > 0 ? 1 : 0);
  const auto loop = std::make_shared<Loop>(count, body);
  size_t submitted = 0;
  try {
    while (submitted < wanted && submit([loop] { loop->run(); })) ++submitted;
  } catch (...) {
    // Memory ran out, or the executor refused: the tasks that were submitted do all the work.
  }
  if (executor_ || submitted == 0) loop->help(meanwhile);
  loop->wait(meanwhile);
}

void for_each_index(ThreadPool* pool, size_t count, const std::function<void(size_t)>& body) {
  if (pool) return pool->for_each_index(count, body);
  for (size_t i = 0; i < count; ++i) body(i);
}

}  // namespace doppel
