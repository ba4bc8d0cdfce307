// Things that are costly to make and are used again: the scratch of the tasks of a parallel loop,
// or emptied batches on their way back.
//
// A task takes one and gives it back; as many exist as were in use at once. Thread-safe; what is
// taken belongs to the taker.
#pragma once

#include <memory>
#include <mutex>
#include <new>
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
    }
    return make();
  }

  // Destructors give back, too: without memory to remember it, it is dropped.
  void give(std::unique_ptr<T> used) noexcept {
    std::lock_guard lock(mutex_);
    try {
      spare_.push_back(std::move(used));
    } catch (const std::bad_alloc&) {
    }
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> spare_;
};

}  // namespace doppel
