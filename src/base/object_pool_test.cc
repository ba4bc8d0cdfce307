#include "base/object_pool.h"

#include <gtest/gtest.h>

namespace doppel {
namespace {

TEST(ObjectPool, are_made_when_none_is_left_and_used_again) {
  ObjectPool<int> pool;
  int made = 0;
  auto make = [&] { return std::make_unique<int>(++made); };
  auto a = pool.take(make), b = pool.take(make);
  EXPECT_EQ(made, 2);
  int* address = a.get();
  pool.give(std::move(a));
  EXPECT_EQ(pool.take(make).get(), address);
  EXPECT_EQ(made, 2);
}

}  // namespace
}  // namespace doppel
