// Classic MinHash: S's worked examples, and the family.
#include "sketch/classic_minhash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "sketch/kernels.h"
#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

using Rows = std::vector<uint64_t>;

// S, "Implementation trick": one pass over the rows, a slot for each hash function.
std::vector<uint64_t> one_pass(const Rows& rows,
                               const std::vector<std::function<uint64_t(uint64_t)>>& hashes) {
  std::vector<uint64_t> slots(hashes.size(), ~uint64_t{0});
  for (uint64_t row : rows) {
    for (size_t k = 0; k < hashes.size(); ++k) slots[k] = std::min(slots[k], hashes[k](row));
  }
  return slots;
}

double agreement(const std::vector<uint32_t>& left, const std::vector<uint32_t>& right) {
  return static_cast<double>(count_equal(left, right)) / static_cast<double>(left.size());
}

// S, "Example": rows 1 to 5 in three orders; the sketch is the first row of each order that is in
// the column. An order of the rows is an affine map modulo 2^32: (12345) is x, (54321) is -x,
// (34512) is x - 3.
TEST(MinHash, gives_the_signatures_of_the_slides) {
  const AffinePermutation orders[] = {{1, 0}, {~uint32_t{0}, 0}, {1, ~uint32_t{2}}};
  const ClassicMinHasher hasher(orders);
  auto signature = [&](const Rows& rows) {
    std::vector<uint32_t> slots(3);
    hasher.sketch(rows, slots);
    return slots;
  };
  // The rows behind the smallest values: undo each map.
  auto first_rows = [](const std::vector<uint32_t>& slots) {
    return std::vector<uint32_t>{slots[0], uint32_t{0} - slots[1], slots[2] + 3};
  };
  auto s1 = signature({1, 3, 4}), s2 = signature({2, 5}), s3 = signature({1, 2, 4});
  EXPECT_EQ(first_rows(s1), (std::vector<uint32_t>{1, 4, 3}));
  EXPECT_EQ(first_rows(s2), (std::vector<uint32_t>{2, 5, 5}));
  EXPECT_EQ(first_rows(s3), (std::vector<uint32_t>{1, 4, 4}));
  EXPECT_DOUBLE_EQ(agreement(s1, s2), 0);
  EXPECT_DOUBLE_EQ(agreement(s1, s3), 2.0 / 3);
  EXPECT_DOUBLE_EQ(agreement(s2, s3), 0);
}

// S, the last example: h(x) = x mod 5, g(x) = 2x + 1 mod 5 over C1 = {1, 3, 4}, C2 = {2, 3, 5}.
TEST(MinHash, gives_the_slots_of_the_slides) {
  auto h = [](uint64_t x) { return x % 5; };
  auto g = [](uint64_t x) { return (2 * x + 1) % 5; };
  EXPECT_EQ(one_pass({1, 3, 4}, {h, g}), (Rows{1, 2}));
  EXPECT_EQ(one_pass({2, 3, 5}, {h, g}), (Rows{0, 0}));
}

TEST(MinHash, is_the_one_pass_algorithm_over_its_family) {
  TableRandom random(3);
  Rows rows(57);
  for (uint64_t& row : rows) row = random.next();
  std::vector<AffinePermutation> family;
  std::vector<std::function<uint64_t(uint64_t)>> hashes;
  for (int p = 0; p < 37; ++p) {
    AffinePermutation a{static_cast<uint32_t>(random.next()) | 1,
                        static_cast<uint32_t>(random.next())};
    family.push_back(a);
    hashes.push_back([a](uint64_t x) {
      return uint64_t{a.multiplier * static_cast<uint32_t>(x) + a.increment};
    });
  }
  std::vector<uint32_t> slots(37);
  ClassicMinHasher(family).sketch(rows, slots);
  EXPECT_EQ(Rows(slots.begin(), slots.end()), one_pass(rows, hashes));
}

TEST(MinHash, begins_with_the_same_permutations_whatever_their_number) {
  const Rows rows = {permuted(1), permuted(2), permuted(3)};
  std::vector<uint32_t> few(10), many(200);
  ClassicMinHasher(10).sketch(rows, few);
  ClassicMinHasher(200).sketch(rows, many);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
  EXPECT_EQ(std::set<uint32_t>(many.begin(), many.end()).size(), 200u);
}

TEST(MinHash, leaves_the_sketch_of_nothing_at_the_top) {
  std::vector<uint32_t> slots(5);
  ClassicMinHasher(5).sketch({}, slots);
  EXPECT_EQ(slots, std::vector<uint32_t>(5, ~uint32_t{0}));
}

}  // namespace
}  // namespace doppel::sketch
