// Lanes of items that are filled at the same time and used one lane after the other, by the threads
// that fill them.
//
// Lane 0 has the first turn. Who fills the lane whose turn it is uses each item at once, while it
// is in its cache; items of later lanes wait. When a lane has ended the next one has its turn. Who
// fills that one uses what waits with the next item it puts; if it has ended, too, who ended the
// one before uses what it left.
//
//   lane 0   put, use, put, use, end
//   lane 1   put, put,               put, use, use, use, end
//   lane 2   put, put, end                                  , use, use      by the thread of lane 1
//
// What waits is bounded: a lane begins when fewer than `lanes_ahead` before it are not used up, and
// put() waits while `items_ahead` items of its lane do. Lanes must be begun in order by threads
// that do not wait for later ones: then the lane whose turn it is has begun or is the next to
// begin, and nobody waits forever.
//
// Thread-safe. Items are used by one thread at a time, each seeing what was done before.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace doppel {

template <typename T>
class Turns {
 public:
  // Uses an item of a lane. False: nobody wants more.
  using UseFn = std::function<bool(size_t lane, T item)>;
  // Is told of each lane that has its turn, but for the first.
  using TurnFn = std::function<void(size_t lane)>;

  Turns(size_t lanes, size_t lanes_ahead, size_t items_ahead, UseFn use, TurnFn on_turn = {})
      : lanes_ahead_(lanes_ahead),
        items_ahead_(items_ahead),
        use_(std::move(use)),
        on_turn_(std::move(on_turn)),
        lanes_(lanes) {}

  // Waits until the lane may begin. False, here and below: nobody wants more.
  bool begin(size_t lane) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped_ || lane < turn_ + lanes_ahead_; });
    return !stopped_;
  }

  // REQUIRES: one thread puts to a lane and ends it. What `use` throws is thrown here and by end();
  // nobody has another turn then, so stop() must follow.
  bool put(size_t lane, T item) {
    std::unique_lock lock(mutex_);
    std::vector<T>& waiting = lanes_[lane].waiting;
    changed_.wait(lock, [&] { return stopped_ || turn_ == lane || waiting.size() < items_ahead_; });
    waiting.push_back(std::move(item));
    if (turn_ == lane) use_waiting(lock);
    return !stopped_;
  }

  void end(size_t lane) {
    std::unique_lock lock(mutex_);
    lanes_[lane].ended = true;
    if (turn_ != lane) return;
    while (turn_ < lanes_.size() && lanes_[turn_].ended && !stopped_) {
      use_waiting(lock);
      ++turn_;
      if (on_turn_) on_turn_(turn_);
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

  // REQUIRES: called by who has the turn.
  void use_waiting(std::unique_lock<std::mutex>& lock) {
    const size_t lane = turn_;
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
  const TurnFn on_turn_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Lane> lanes_;
  size_t turn_ = 0;  // the lane that is used; those before it are used up
  bool stopped_ = false;
};

}  // namespace doppel
