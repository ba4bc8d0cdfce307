// Work that is done out of order and used in order: how far ahead of its use may it be begun?
//
// Item i is begun when fewer than `ahead` items before it are not used yet, so what lies ready is
// bounded. Items must be begun in order by threads that do not wait for later ones; then the item
// that is used next has always begun, and nobody waits forever. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace doppel {

class RunAhead {
 public:
  explicit RunAhead(size_t ahead) : ahead_(ahead) {}

  // Waits until item i may begin. False: nobody wants more.
  bool begin(size_t i) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped_ || i < used_ + ahead_; });
    return !stopped_;
  }
  // The next item has been used.
  void use() {
    std::lock_guard lock(mutex_);
    ++used_;
    changed_.notify_all();
  }
  void stop() {
    std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

 private:
  const size_t ahead_;
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t used_ = 0;
  bool stopped_ = false;
};

}  // namespace doppel
