// A pool of objects that are costly to make and can be used again: the scratch memory of the tasks
// of a parallel loop, or batches that were emptied.
//
// A task takes an object and gives it back, so at most as many objects exist as were in use at the
// same time. An object that was given back lives as long as the pool, so results may be kept inside
// it. Thread-safe; an object that was taken belongs to the caller.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace doppel {

template <typename T>
class ObjectPool {
 public:
  // Calls make() if the pool is empty.
  template <typename Make>
  std::unique_ptr<T> take(Make make) {
    {
      std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<T> out = std::move(free_.back());
        free_.pop_back();
        return out;
      }
      ++made_;
      if (free_.capacity() < made_) free_.reserve(2 * made_);
    }
    return make();
  }

  // Never allocates, because destructors call it too: take() has reserved the room.
  // REQUIRES: the object was taken from this pool.
  void give(std::unique_ptr<T> used) noexcept {
    std::lock_guard lock(mutex_);
    free_.push_back(std::move(used));
  }

 private:
  std::mutex mutex_;
  size_t made_ = 0;
  std::vector<std::unique_ptr<T>> free_;
};

}  // namespace doppel
