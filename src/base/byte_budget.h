// A bound on the bytes that the workers of a run hold at the same time.
//
// Workers fill the lanes of an OrderedQueue (ordered_queue.h). A worker takes bytes from the budget
// before it allocates them, and they are given back after their contents were consumed. take()
// waits while the budget is spent, except for the current lane: its items are consumed at once, so
// it continues whatever the other lanes hold. So the budget is exceeded by at most what one lane
// holds, and no worker waits forever, because the current lane never waits and every lane becomes
// current.
//
// Thread-safe.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "base/table.h"

namespace doppel {

class ByteBudget {
 public:
  explicit ByteBudget(uint64_t limit) : limit_(limit) {}

  // Waits until the bytes fit, the lane is current, or stop() was called.
  void take(size_t lane, uint64_t bytes) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped_ || lane <= turn_ || used_ + bytes <= limit_; });
    used_ += bytes;
    peak_ = std::max(peak_, used_);
  }

  void give(uint64_t bytes) {
    std::lock_guard lock(mutex_);
    used_ -= bytes;
    changed_.notify_all();
  }

  // Makes this lane the current one: the lanes before it are finished.
  void set_turn(size_t lane) {
    std::lock_guard lock(mutex_);
    turn_ = lane;
    changed_.notify_all();
  }

  // Ends all waiting, because the run has failed and the workers are about to end.
  void stop() {
    std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

  // Whether more than half of it is taken.
  bool is_short() const {
    std::lock_guard lock(mutex_);
    return used_ > limit_ / 2;
  }
  uint64_t used() const {
    std::lock_guard lock(mutex_);
    return used_;
  }
  // The most that was taken at once.
  uint64_t peak() const {
    std::lock_guard lock(mutex_);
    return peak_;
  }

 private:
  const uint64_t limit_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t used_ = 0, peak_ = 0;
  size_t turn_ = 0;
  bool stopped_ = false;
};

// Allocates the memory of one lane, and takes it from the budget first.
//
// A block above kLarge holds one large record. Its bytes will be copied when they are decoded and
// split into words, and each word needs eight bytes for its token and eight for its window. So such
// a block counts kCopies times, which keeps several workers from doing that at once where memory is
// short.
//
// Not thread-safe, except for its calls of the budget.
class LaneMemory final : public TableMemory {
 public:
  static constexpr size_t kLarge = size_t{1} << 20;
  static constexpr uint64_t kCopies = 8;

  // The budget must outlive it.
  explicit LaneMemory(ByteBudget& budget, size_t lane = 0) : budget_(budget), lane_(lane) {}

  void set_lane(size_t lane) { lane_ = lane; }

  static constexpr uint64_t cost_of(size_t bytes) {
    return bytes > kLarge ? kCopies * bytes : bytes;
  }

 private:
  void* do_allocate(size_t bytes, size_t alignment) override {
    budget_.take(lane_, cost_of(bytes));
    try {
      return usual_memory()->allocate(bytes, alignment);
    } catch (...) {
      budget_.give(cost_of(bytes));
      throw;
    }
  }
  void do_deallocate(void* address, size_t bytes, size_t alignment) override {
    usual_memory()->deallocate(address, bytes, alignment);
    budget_.give(cost_of(bytes));
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  ByteBudget& budget_;
  size_t lane_;
};

}  // namespace doppel
