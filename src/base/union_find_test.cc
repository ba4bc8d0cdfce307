#include "base/union_find.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <utility>
#include <vector>

namespace doppel {
namespace {

using Joins = std::vector<std::pair<uint32_t, uint32_t>>;

// By definition: the smallest number that can be reached.
std::vector<uint32_t> smallest_reachable(uint32_t count, const Joins& joins) {
  std::vector<uint32_t> out(count);
  std::iota(out.begin(), out.end(), 0U);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto [a, b] : joins) {
      const uint32_t smaller = std::min(out[a], out[b]);
      changed = changed || out[a] != smaller || out[b] != smaller;
      out[a] = out[b] = smaller;
    }
  }
  return out;
}

TEST(UnionFind, does_not_depend_on_the_order_of_joins) {
  Joins joins = {{0, 5}, {1, 2}, {2, 6}, {4, 4}, {5, 3}};
  do {
    UnionFind components(7);
    std::vector<uint32_t> roots;
    for (auto [a, b] : joins) components.join(a, b);
    for (uint32_t i = 0; i < 7; ++i) roots.push_back(components.root(i));
    EXPECT_EQ(roots, (std::vector<uint32_t>{0, 1, 1, 0, 4, 0, 1}));
  } while (std::next_permutation(joins.begin(), joins.end()));
}

TEST(UnionFind, has_the_smallest_member_of_a_component_as_its_root) {
  constexpr uint32_t kCount = 40;
  for (uint32_t seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    Joins joins;
    for (uint32_t i = 0; i < seed; ++i) joins.emplace_back(random() % kCount, random() % kCount);
    UnionFind dense(kCount);
    SparseUnionFind sparse;
    for (auto [a, b] : joins) {
      dense.join(a, b);
      sparse.join(a, b);
    }
    const std::vector<uint32_t> expected = smallest_reachable(kCount, joins);
    for (uint32_t i = 0; i < kCount; ++i) {
      ASSERT_EQ(dense.shared_root(i), expected[i]) << seed;
      ASSERT_EQ(dense.root(i), expected[i]) << seed;
      ASSERT_EQ(sparse.root(i), expected[i]) << seed;
    }
  }
}

TEST(SparseUnionFind, holds_only_what_was_joined) {
  SparseUnionFind components;
  components.join(7, UINT64_MAX);
  components.join(3, 3);
  EXPECT_EQ(components.root(5), 5U);
  std::set<uint64_t> joined;
  for (auto [number, parent] : components.parents().all()) joined.insert(number);
  EXPECT_EQ(joined, (std::set<uint64_t>{3, 7, UINT64_MAX}));
}

}  // namespace
}  // namespace doppel
