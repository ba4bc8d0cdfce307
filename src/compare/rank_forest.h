// Who is connected with whom? A forest over ranks; the root of a component is its first text.
//
// Memory: 4 bytes a text. For one thread; threads may call seen_root() while nobody calls the rest.
#pragma once

#include <algorithm>
#include <numeric>

#include "base/table.h"
#include "compare/candidates.h"

namespace doppel::compare {

class RankForest {
 public:
  RankForest(size_t texts, TableMemory* memory) : parent_(texts, memory) {
    std::iota(parent_.begin(), parent_.end(), Rank{0});
  }
  Rank root(Rank x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  // The same; shortens no path.
  Rank seen_root(Rank x) const {
    while (parent_[x] != x) x = parent_[x];
    return x;
  }
  void join(Rank a, Rank b) {
    a = root(a);
    b = root(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  Table<Rank> parent_;
};

}  // namespace doppel::compare
