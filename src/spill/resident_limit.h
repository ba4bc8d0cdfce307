// Calls `release` when the resident memory of a run comes near a limit.
//
// `held` returns the resident memory of this run alone. Calling it may take milliseconds, so the
// time of the next check depends on the distance to the limit: memory cannot become resident faster
// than some gigabytes a second. A thread of its own does the checks; on a busy machine it may be
// late, so code that is about to use much memory calls look() as well. `release` is called a
// quarter of the limit (at most 16 MiB) before the limit is reached, because more memory becomes
// resident meanwhile. Thread-safe.
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
  // held() and release() are called from any thread, one at a time, and not after the destructor.
  ResidentLimit(uint64_t limit, std::function<uint64_t()> held, std::function<void()> release);
  ~ResidentLimit();
  ResidentLimit(const ResidentLimit&) = delete;
  ResidentLimit& operator=(const ResidentLimit&) = delete;

  // Checks if it is time to. Costs some nanoseconds otherwise.
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
