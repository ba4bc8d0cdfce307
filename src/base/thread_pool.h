// A fixed number of threads that run tasks in the order in which they were submitted.
//
// The destructor waits for every task. A submitted task must not throw and must not wait for a
// later one. for_each_index() is the only parallel loop of the library; its results must not depend
// on the number of threads. If the system refuses some of the threads, the pool is smaller; if it
// refuses all of them, the calling thread does the work of for_each_index(). Thread-safe.
//
// A pool with an executor (doppel/types.h) starts no threads. The calling thread takes part in
// for_each_index(), so that the loop ends whatever the executor does with its tasks.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "doppel/types.h"

namespace doppel {

class ThreadPool {
 public:
  // 0 threads: as many as the machine has. With an executor, the calling thread is one of them.
  explicit ThreadPool(size_t threads, Executor executor = {});
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // How many threads run what for_each_index() is given; at least one.
  size_t size() const { return size_; }
  // False if there is no thread to run the task.
  bool submit(std::function<void()> task);
  // Runs body(i) for every i in [0, count), in any order, and returns when all are done. If a body
  // or `meanwhile` throws (usually because memory ran out), no further body is started, and the
  // exception is thrown here after the running ones have ended. The calling thread waits and calls
  // `meanwhile` several times a second; if it takes part in the work, between two bodies.
  // REQUIRES: not called from a task of this pool.
  void for_each_index(size_t count, const std::function<void(size_t)>& body,
                      const std::function<void()>& meanwhile = {});

 private:
  void run();

  const Executor executor_;
  size_t size_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

// The same; without a pool the calling thread does the work.
void for_each_index(ThreadPool* pool, size_t count, const std::function<void(size_t)>& body);

}  // namespace doppel
