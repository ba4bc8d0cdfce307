// Watches how much memory the process holds, and calls `release` when it comes near a limit.
//
// A thread looks every millisecond, which costs some thousandths of a core, and acts 16 MiB (at
// most a quarter of the limit) before it is reached. On a busy machine it may come late: who is
// about to touch much looks as well. Where releasing is not enough, because something else holds
// the memory, it is called again when the process has grown by some more. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

#include "base/thread_pool.h"

namespace doppel::spill {

// What the process holds now; 0 when the system does not tell.
uint64_t resident_bytes();

class ResidentLimit {
 public:
  // release() is called from any thread, one at a time, and not after this has gone.
  ResidentLimit(uint64_t limit, std::function<void()> release);
  ~ResidentLimit();
  ResidentLimit(const ResidentLimit&) = delete;
  ResidentLimit& operator=(const ResidentLimit&) = delete;

  // Some microseconds.
  void look();

 private:
  void watch();
  void release_if_needed();

  const uint64_t wanted_, step_;
  uint64_t most_;
  const std::function<void()> release_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  ThreadPool watcher_{1};  // last: its task uses the others
};

}  // namespace doppel::spill
