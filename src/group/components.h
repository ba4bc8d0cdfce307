// Connected components over numbered things, by union-find with path halving.
//
// The root of a component is its smallest member, so the result does not depend on the order of
// joins. Not thread-safe.
#pragma once

#include <cstdint>
#include <numeric>

#include "base/table.h"

namespace doppel::group {

class Components {
 public:
  explicit Components(size_t count, TableMemory* memory = usual_memory()) : parent_(count, memory) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  uint32_t root(uint32_t x) const {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }

  void join(uint32_t a, uint32_t b) {
    a = root(a);
    b = root(b);
    if (a < b) {
      parent_[b] = a;
    } else {
      parent_[a] = b;
    }
  }

 private:
  mutable Table<uint32_t> parent_;  // shortened by look-ups
};

}  // namespace doppel::group
