// A queue between threads that holds at most `capacity` items: the back-pressure of every pipeline.
//
// push() waits while it is full, pop() while it is empty. close() lets pop() drain what is left and
// then answer nothing, and makes every push() fail; it is called by the producer when it is done,
// or by the consumer when it wants no more. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace doppel {

template <typename T>
class BoundedQueue {
 public:
  explicit BoundedQueue(size_t capacity) : capacity_(capacity) {}

  // False when the queue is closed: the item was not taken.
  bool push(T item) {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [&] { return items_.size() < capacity_ || closed_; });
    if (closed_) return false;
    items_.push_back(std::move(item));
    has_item_.notify_one();
    return true;
  }

  // Nothing when the queue is closed and empty.
  std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    has_item_.wait(lock, [&] { return !items_.empty() || closed_; });
    if (items_.empty()) return std::nullopt;
    T item = std::move(items_.front());
    items_.pop_front();
    has_room_.notify_one();
    return item;
  }

  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    has_room_.notify_all();
    has_item_.notify_all();
  }

 private:
  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable has_room_, has_item_;
  std::deque<T> items_;
  bool closed_ = false;
};

}  // namespace doppel
