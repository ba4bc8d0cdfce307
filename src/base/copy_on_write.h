// A value whose copies share it until one of them is changed. For values that change rarely and are
// copied often, such as a table of exceptions in something that has snapshots.
//
// Thread safety: one thread changes a value and makes copies of it. A copy that nobody changes may
// be read by many threads.
#pragma once

#include <memory>
#include <utility>

namespace doppel {

template <typename T>
class CopyOnWrite {
 public:
  CopyOnWrite() : value_(std::make_shared<T>()) {}
  CopyOnWrite(const CopyOnWrite& other) : value_(other.value_), is_shared_(true) {
    other.is_shared_ = true;
  }
  CopyOnWrite(CopyOnWrite&&) noexcept = default;
  CopyOnWrite& operator=(CopyOnWrite other) noexcept {
    std::swap(value_, other.value_);
    std::swap(is_shared_, other.is_shared_);
    return *this;
  }
  ~CopyOnWrite() = default;

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  // The value, for writing. Copies it first if it is shared. Valid until the next copy is made.
  T& change() {
    if (is_shared_) {
      value_ = std::make_shared<T>(*value_);
      is_shared_ = false;
    }
    return *value_;
  }

 private:
  std::shared_ptr<T> value_;
  mutable bool is_shared_ = false;
};

}  // namespace doppel
