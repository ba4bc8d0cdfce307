// A queue of numbered lanes that several threads fill at the same time and whose items are consumed
// strictly in order, lane after lane, by the threads that fill them.
//
// Exactly one lane is current, at first lane 0. The thread that fills the current lane consumes
// each item as soon as it has put it, while the item is still in its cache; items of later lanes
// wait. When the current lane ends, the next one becomes current. The thread that fills that lane
// consumes the waiting items with the next item it puts. If that lane has ended as well, the thread
// that ended the lane before it consumes them.
//
//   lane 0   put, use, put, use, end
//   lane 1   put, put,               put, use, use, use, end
//   lane 2   put, put, end                                  , use, use      by the thread of lane 1
//
// The number of waiting items is bounded: begin() waits until fewer than `lanes_ahead` lanes before
// it are unfinished, and put() waits while `items_ahead` items of its lane are waiting. Lanes must
// be begun in order, by threads that do not wait for later lanes: then the current lane has begun
// or is the next to begin, and no thread waits forever.
//
// Thread-safe. Items are consumed by one thread at a time, and each consumer sees the effects of
// those before it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace doppel {

template <typename T>
class OrderedQueue {
 public:
  // Consumes an item of a lane. Returns false to stop the queue.
  using UseFn = std::function<bool(size_t lane, T item)>;
  // Called with each lane that becomes current, except the first.
  using LaneFn = std::function<void(size_t lane)>;

  OrderedQueue(size_t lanes, size_t lanes_ahead, size_t items_ahead, UseFn use,
               LaneFn on_current = {})
      : lanes_ahead_(lanes_ahead),
        items_ahead_(items_ahead),
        use_(std::move(use)),
        on_current_(std::move(on_current)),
        lanes_(lanes) {}

  // Waits until the lane may begin. Here and below, false means that the queue was stopped.
  bool begin(size_t lane) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped_ || lane < current_ + lanes_ahead_; });
    return !stopped_;
  }

  // Throws what `use` throws, as end() does. No other lane becomes current after that, so the
  // caller must call stop(). REQUIRES: one thread puts all items of a lane and ends it.
  bool put(size_t lane, T item) {
    std::unique_lock lock(mutex_);
    std::vector<T>& waiting = lanes_[lane].waiting;
    changed_.wait(lock,
                  [&] { return stopped_ || current_ == lane || waiting.size() < items_ahead_; });
    waiting.push_back(std::move(item));
    if (current_ == lane) use_waiting(lock);
    return !stopped_;
  }

  void end(size_t lane) {
    std::unique_lock lock(mutex_);
    lanes_[lane].ended = true;
    if (current_ != lane) return;
    while (current_ < lanes_.size() && lanes_[current_].ended && !stopped_) {
      use_waiting(lock);
      ++current_;
      if (on_current_) on_current_(current_);
      changed_.notify_all();
    }
  }

  void stop() {
    std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

 private:
  struct Lane {
    std::vector<T> waiting;
    bool ended = false;
  };

  // REQUIRES: the caller fills the current lane.
  void use_waiting(std::unique_lock<std::mutex>& lock) {
    const size_t lane = current_;
    std::vector<T> items = std::exchange(lanes_[lane].waiting, {});
    if (stopped_) return;
    lock.unlock();
    bool more = true;
    for (size_t i = 0; i < items.size() && more; ++i) more = use_(lane, std::move(items[i]));
    lock.lock();
    if (more) return;
    stopped_ = true;
    changed_.notify_all();
  }

  const size_t lanes_ahead_, items_ahead_;
  const UseFn use_;
  const LaneFn on_current_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Lane> lanes_;
  size_t current_ = 0;  // those before it are finished
  bool stopped_ = false;
};

}  // namespace doppel
