// Connected components by union-find with path halving.
//
// The root of a component is its smallest member, so the result does not depend on the order of
// joins. Without union by size a sequence of n joins takes n log n steps in the worst case.
//
// Not thread-safe, but several threads may call shared_root() while no thread calls anything else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>

#include "base/table.h"

namespace doppel {

// Parents of the numbers from 0 to count - 1: 4 bytes each.
class DenseParents {
 public:
  using Number = uint32_t;

  DenseParents(size_t count, TableMemory* memory) : parent_(count, memory) {
    std::iota(parent_.begin(), parent_.end(), Number{0});
  }
  Number of(Number x) const { return parent_[x]; }
  void set(Number x, Number parent) { parent_[x] = parent; }

 private:
  Table<Number> parent_;
};

// Parents of any 64-bit numbers: holds only those that were joined.
class SparseParents {
 public:
  using Number = uint64_t;

  Number of(Number x) const {
    auto found = parent_.find(x);
    return found == parent_.end() ? x : found->second;
  }
  void set(Number x, Number parent) { parent_[x] = parent; }
  const std::map<Number, Number>& all() const { return parent_; }

 private:
  std::map<Number, Number> parent_;
};

template <typename Parents>
class BasicUnionFind {
 public:
  using Number = typename Parents::Number;

  BasicUnionFind() = default;
  explicit BasicUnionFind(size_t count, TableMemory* memory = usual_memory())
      : parents_(count, memory) {}

  // Shortens the path as it goes.
  Number root(Number x) {
    for (Number up = parents_.of(x); up != x; up = parents_.of(x)) {
      const Number above = parents_.of(up);
      parents_.set(x, above);
      x = above;
    }
    return x;
  }
  // The same, but changes nothing.
  Number shared_root(Number x) const {
    for (Number up = parents_.of(x); up != x; up = parents_.of(x)) x = up;
    return x;
  }
  void join(Number a, Number b) {
    a = root(a);
    b = root(b);
    const Number smaller = std::min(a, b);
    parents_.set(smaller, smaller);
    parents_.set(std::max(a, b), smaller);
  }

  const Parents& parents() const { return parents_; }

 private:
  Parents parents_;
};

using UnionFind = BasicUnionFind<DenseParents>;
using SparseUnionFind = BasicUnionFind<SparseParents>;

}  // namespace doppel
