#include "base/spares.h"

#include <gtest/gtest.h>

namespace doppel {
namespace {

TEST(Spares, are_made_when_none_is_left_and_used_again) {
  Spares<int> spares;
  int made = 0;
  auto make = [&] { return std::make_unique<int>(++made); };
  auto a = spares.take(make), b = spares.take(make);
  EXPECT_EQ(made, 2);
  int* address = a.get();
  spares.give(std::move(a));
  EXPECT_EQ(spares.take(make).get(), address);
  EXPECT_EQ(made, 2);
}

}  // namespace
}  // namespace doppel
