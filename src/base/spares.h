// Things that are costly to make and are used again: the scratch of the tasks of a parallel loop,
// or emptied batches on their way back.
//
// A task takes one and gives it back; as many exist as were in use at once. What was given back
// stays until the end, so results may live inside it. Thread-safe; what is taken belongs to the
// taker.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace doppel {

template <typename T>
class Spares {
 public:
  // make() is called when none is spare.
  template <typename Make>
  std::unique_ptr<T> take(Make make) {
    {
      std::lock_guard lock(mutex_);
      if (!spare_.empty()) {
        std::unique_ptr<T> out = std::move(spare_.back());
        spare_.pop_back();
        return out;
      }
      ++made_;
      if (spare_.capacity() < made_) spare_.reserve(2 * made_);
    }
    return make();
  }

  // Only what was taken here, so that there is room for it: destructors give back, too.
  void give(std::unique_ptr<T> used) noexcept {
    std::lock_guard lock(mutex_);
    spare_.push_back(std::move(used));
  }

 private:
  std::mutex mutex_;
  size_t made_ = 0;
  std::vector<std::unique_ptr<T>> spare_;
};

}  // namespace doppel
