// Watches how much memory the process holds, and calls `release` when it comes near a limit.
//
// A thread looks every millisecond, which costs some thousandths of its core; so what is touched
// within one may come on top. Where releasing is not enough, because something else holds the
// memory, it is called again only when the process has grown by a sixteenth of the limit.
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
  // release() is called from another thread, and not after this has gone.
  ResidentLimit(uint64_t limit, std::function<void()> release);
  ~ResidentLimit();
  ResidentLimit(const ResidentLimit&) = delete;
  ResidentLimit& operator=(const ResidentLimit&) = delete;

 private:
  void watch();

  const uint64_t limit_;
  const std::function<void()> release_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  ThreadPool watcher_{1};  // last: its task uses the others
};

}  // namespace doppel::spill
