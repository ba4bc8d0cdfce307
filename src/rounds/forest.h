// Connected components over sparse numbers, by union-find with path halving. Unlike components.h it
// holds only what was joined. The root of a component is its smallest number. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

namespace doppel::rounds {

class Forest {
 public:
  // A number never joined is its own root.
  uint64_t root(uint64_t x) {
    auto at = parent_.find(x);
    while (at != parent_.end() && at->second != x) {
      auto up = parent_.find(at->second);
      at->second = up->second;
      x = at->second;
      at = parent_.find(x);
    }
    return x;
  }

  void join(uint64_t a, uint64_t b) {
    a = root(a);
    b = root(b);
    if (b < a) std::swap(a, b);
    parent_.try_emplace(a, a);
    parent_[b] = a;
  }

  // Numbers that were joined to something, with their parents.
  const std::map<uint64_t, uint64_t>& joined() const { return parent_; }

 private:
  std::map<uint64_t, uint64_t> parent_;
};

}  // namespace doppel::rounds
