// Calls `release` when what a run holds of some memory comes near a limit.
//
// What it holds is what `held` says: the memory of this run alone, whatever else the process does.
// Asking may take milliseconds, so the next time follows from how far the limit is: memory cannot
// be touched faster than some gigabytes a second. A thread asks; on a busy machine it may come
// late, so whoever is about to touch much looks as well. Released is a quarter of the limit (at
// most 16 MiB) before it is reached, because some memory is touched meanwhile. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

#include "base/thread_pool.h"

namespace doppel::spill {

class ResidentLimit {
 public:
  // held() and release() are called from any thread, one at a time, and not after this has gone.
  ResidentLimit(uint64_t limit, std::function<uint64_t()> held, std::function<void()> release);
  ~ResidentLimit();
  ResidentLimit(const ResidentLimit&) = delete;
  ResidentLimit& operator=(const ResidentLimit&) = delete;

  // Some nanoseconds, until it is time to ask.
  void look();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  void ask();

  const uint64_t wanted_;
  const std::function<uint64_t()> held_;
  const std::function<void()> release_;
  std::atomic<Clock::time_point> next_;  // when to ask
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  ThreadPool watcher_{1};  // last: its task uses the others
};

}  // namespace doppel::spill
