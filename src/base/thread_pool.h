// A fixed number of threads that run tasks in the order in which they were submitted.
//
// The destructor waits for every task. A submitted task must not throw and must not wait for a
// later one. for_each_index() is the one parallel loop of the house; what it computes may not
// depend on the number of threads. A system that refuses some of the threads leaves a smaller pool;
// without any of them the calling thread does the work of for_each_index(). Thread-safe.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace doppel {

class ThreadPool {
 public:
  // 0 threads: as many as the machine has.
  explicit ThreadPool(size_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // How many threads run what for_each_index() is given; at least one.
  size_t size() const { return threads_.empty() ? 1 : threads_.size(); }
  // False: the pool has no thread, and the task will not run.
  bool submit(std::function<void()> task);
  // Runs body(i) for every i in [0, count), in any order, and returns when all are done. What a
  // body or `meanwhile` throws (memory that runs out, most often) is thrown here, once the others
  // have ended. The calling thread waits, and calls `meanwhile` some times a second until then.
  // REQUIRES: not called from a task of this pool.
  void for_each_index(size_t count, const std::function<void(size_t)>& body,
                      const std::function<void()>& meanwhile = {});

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

// The same by the calling thread, if there is no pool.
void for_each_index(ThreadPool* pool, size_t count, const std::function<void(size_t)>& body);

}  // namespace doppel
