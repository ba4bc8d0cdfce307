// What a C library makes, or std::bad_alloc where it could not: a codec that is not there is memory
// that has run out, and is told the way `new` tells it.
#pragma once

#include <new>

namespace doppel {

template <typename T>
T* allocated(T* object) {
  if (object == nullptr) throw std::bad_alloc();
  return object;
}

}  // namespace doppel
