#include "base/shared_array.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace doppel {
namespace {

using Numbers = SharedArray<7>;

TEST(SharedArray, what_was_never_set_is_empty) {
  Numbers none;
  EXPECT_EQ(none[0], 7U);
  EXPECT_EQ(none[UINT64_MAX], 7U);
  EXPECT_EQ(none.with({})[5], 7U);
}

TEST(SharedArray, a_version_does_not_move) {
  const std::vector<Numbers::Change> first = {{0, 1}, {255, 2}, {256, 3}, {70'000, 4}};
  const std::vector<Numbers::Change> second = {{255, 20}, {256, 7}, {9'000'000, 5}};
  const Numbers before = Numbers().with(first), after = before.with(second);
  for (const auto& [index, value] : first) EXPECT_EQ(before[index], value);
  EXPECT_EQ(before[9'000'000], 7U);
  EXPECT_EQ(after[0], 1U);
  for (const auto& [index, value] : second) EXPECT_EQ(after[index], value);
  EXPECT_EQ(after[70'000], 4U);
}

TEST(SharedArray, agrees_with_a_map_through_random_versions) {
  std::mt19937 random(3);
  std::map<uint64_t, uint64_t> twin;
  Numbers numbers;
  for (int version = 0; version < 200; ++version) {
    std::map<uint64_t, uint64_t> changes;
    for (int i = 0; i < 20; ++i) changes[random() % 200'000] = random() % 9;
    const std::vector<Numbers::Change> list(changes.begin(), changes.end());
    numbers = numbers.with(list);
    for (const auto& [index, value] : changes) twin[index] = value;
  }
  for (uint64_t i = 0; i < 200'000; ++i) {
    auto found = twin.find(i);
    ASSERT_EQ(numbers[i], found == twin.end() ? 7U : found->second) << i;
  }
}

}  // namespace
}  // namespace doppel
