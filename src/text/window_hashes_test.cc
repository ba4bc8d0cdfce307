#include "text/window_hashes.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <random>
#include <string>
#include <vector>

namespace doppel::text {
namespace {

class WindowHashes : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(WindowHashes, are_those_of_each_window_alone) {
  std::mt19937_64 random(11);
  for (size_t k : {1, 2, 5, 64}) {
    for (size_t count = 0; count < 70; ++count) {
      std::vector<uint64_t> units(count + k - 1), found(count), expected(count);
      for (uint64_t& unit : units) unit = random();
      window_hashes(units.data(), k, found);
      for (size_t i = 0; i < count; ++i) expected[i] = window_hash(&units[i], k);
      ASSERT_EQ(found, expected) << k << " " << count;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, WindowHashes,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

}  // namespace
}  // namespace doppel::text
