#include "base/shared_vector.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "base/copy_on_write.h"

namespace doppel {
namespace {

using Shared = SharedVector<uint32_t, 4>;

std::vector<uint32_t> values(const Shared& vector) {
  std::vector<uint32_t> out;
  for (size_t i = 0; i < vector.size(); ++i) out.push_back(vector[i]);
  return out;
}

// Copies of copies, all of them changed at random: each is what a plain vector would be.
TEST(SharedVector, copies_do_not_see_each_others_changes) {
  std::mt19937 random(3);
  std::vector<Shared> shared(1);
  std::vector<std::vector<uint32_t>> plain(1);
  for (int step = 0; step < 20'000; ++step) {
    const size_t at = random() % shared.size();
    const uint32_t value = static_cast<uint32_t>(random());
    switch (random() % 8) {
      case 0:
        if (shared.size() < 6) {
          shared.push_back(shared[at]);
          plain.push_back(plain[at]);
        } else {
          const size_t other = random() % shared.size();
          shared[at] = shared[other];
          plain[at] = plain[other];
        }
        break;
      case 1:
      case 2:
        if (plain[at].size() < 1000) {
          shared[at].push_back(value);
          plain[at].push_back(value);
        }
        break;
      default:
        if (plain[at].empty()) break;
        shared[at].change(value % plain[at].size()) = value;
        plain[at][value % plain[at].size()] = value;
    }
    if (step % 50 == 0) {
      for (size_t i = 0; i < shared.size(); ++i) ASSERT_EQ(values(shared[i]), plain[i]) << step;
    }
  }
}

TEST(SharedVector, grows_by_values_that_are_empty) {
  Shared vector;
  vector.push_back(7);
  vector.grow_to(10);
  EXPECT_EQ(values(vector), (std::vector<uint32_t>{7, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  vector.grow_to(3);
  EXPECT_EQ(vector.size(), 10U);
}

// Nothing is copied unless a copy of the whole was made, and then once.
TEST(SharedVector, copies_a_block_at_its_first_change_after_a_copy) {
  Shared vector;
  vector.grow_to(8);
  const uint32_t* const first = &vector[0];
  vector.change(0) = 1;
  EXPECT_EQ(&vector[0], first);
  const Shared copy = vector;
  vector.change(5) = 2;
  EXPECT_EQ(&vector[0], first);
  vector.change(0) = 3;
  EXPECT_NE(&vector[0], first);
  EXPECT_EQ(&copy[0], first);
  const uint32_t* const second = &vector[0];
  vector.change(1) = 4;
  EXPECT_EQ(&vector[0], second);
}

TEST(SharedVector, frees_a_value_with_the_last_copy_that_has_it) {
  SharedVector<std::shared_ptr<int>, 2> vector;
  vector.push_back(std::make_shared<int>(1));
  const std::weak_ptr<int> value = vector[0];
  auto copy = std::make_unique<SharedVector<std::shared_ptr<int>, 2>>(vector);
  vector.change(0) = nullptr;
  EXPECT_FALSE(value.expired());
  copy.reset();
  EXPECT_TRUE(value.expired());
}

TEST(CopyOnWrite, shares_a_value_until_it_is_changed) {
  CopyOnWrite<std::vector<int>> value;
  value.change().push_back(1);
  const auto copy = value;
  EXPECT_EQ(&*copy, &*value);
  value.change().push_back(2);
  value.change().push_back(3);
  EXPECT_EQ(*copy, std::vector<int>{1});
  EXPECT_EQ(*value, (std::vector<int>{1, 2, 3}));
  auto changed = copy;
  changed.change().push_back(4);
  EXPECT_EQ(copy->size(), 1U);
}

}  // namespace
}  // namespace doppel
