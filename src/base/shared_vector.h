// A vector whose copies share what neither of them changed since: a copy is a snapshot that costs a
// few pointers. shared_blocks.h says how, and which threads may do what.
//
// Not for values that several threads change, and not for a few values: whole blocks are copied.
#pragma once

#include <cstddef>
#include <utility>

#include "base/shared_blocks.h"

namespace doppel {

template <typename T, size_t kPerBlock>
class SharedVector {
 public:
  SharedVector() : blocks_(kPerBlock) {}

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // REQUIRES: at < size(), for these two.
  const T& operator[](size_t at) const { return blocks_[at / kPerBlock][at % kPerBlock]; }
  // Valid until the next copy is made.
  T& change(size_t at) { return blocks_.change(at / kPerBlock)[at % kPerBlock]; }

  void push_back(T value) {
    grow_to(size_ + 1);
    change(size_ - 1) = std::move(value);
  }
  // Adds values T() until there are that many.
  void grow_to(size_t size) {
    while (blocks_.size() * kPerBlock < size) blocks_.push_back();
    if (size > size_) size_ = size;
  }

  size_t bytes() const { return blocks_.bytes(); }

 private:
  SharedBlocks<T> blocks_;
  size_t size_ = 0;
};

}  // namespace doppel
