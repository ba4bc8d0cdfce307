#include "spill/resident_limit.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace doppel::spill {
namespace {

TEST(ResidentLimit, knows_what_the_process_holds) {
  constexpr size_t kBytes = size_t{32} << 20;
  const uint64_t before = resident_bytes();
  const std::vector<char> more(kBytes, 'x');
  EXPECT_GT(resident_bytes(), before + kBytes / 2);
}

TEST(ResidentLimit, releases_above_the_limit) {
  std::atomic<int> released = 0;
  ResidentLimit limit(1, [&] {
    ++released;
    released.notify_all();
  });
  released.wait(0);
  EXPECT_GT(released, 0);
}

TEST(ResidentLimit, does_nothing_below_it) {
  std::atomic<int> released = 0;
  {
    ResidentLimit limit(UINT64_MAX, [&] { ++released; });
    limit.look();
  }
  EXPECT_EQ(released, 0);
}

}  // namespace
}  // namespace doppel::spill
