// Checks a pointer that a C library returned: a null pointer means that memory ran out, so it
// throws std::bad_alloc, as `new` does.
#pragma once

#include <new>

namespace doppel {

template <typename T>
T* allocated(T* object) {
  if (object == nullptr) throw std::bad_alloc();
  return object;
}

}  // namespace doppel
