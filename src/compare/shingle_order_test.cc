#include "compare/shingle_order.h"

#include <gtest/gtest.h>

namespace doppel::compare {
namespace {

constexpr uint64_t kHalf = uint64_t{1} << 63;

TEST(ShingleOrder, rare_shingles_come_first_then_small_hashes) {
  const ShingleOrder order({9, 2});  // shingles of the upper half are rarer
  std::vector<uint64_t> prefix;
  order.cut_prefix(std::vector<uint64_t>{3, kHalf + 7, 1, kHalf + 5}, {1, 4}, prefix);
  EXPECT_EQ(prefix, (std::vector<uint64_t>{kHalf + 5, kHalf + 7, 1, 3}));
  order.cut_prefix(std::vector<uint64_t>{3, kHalf + 7, 1, kHalf + 5}, {3, 4}, prefix);
  EXPECT_EQ(prefix, (std::vector<uint64_t>{kHalf + 5, kHalf + 7}));
  order.cut_prefix({}, {3, 4}, prefix);
  EXPECT_TRUE(prefix.empty());
  EXPECT_LT(ShingleOrder::class_of(1), ShingleOrder::class_of(1000));
}

TEST(ShingleOrder, is_stored_as_it_always_was) {
  const ShingleOrder order({0, 5, 32, 1});
  EXPECT_EQ(order.encode(), std::string("\1\2\0\5\x20\1", 6));
  EXPECT_EQ(*ShingleOrder::decode(order.encode()), order);
  EXPECT_EQ(*ShingleOrder::decode(ShingleOrder().encode()), ShingleOrder());
}

TEST(ShingleOrder, bytes_that_are_no_order_are_corrupt) {
  const std::string whole = ShingleOrder({0, 5, 32, 1}).encode();
  for (const std::string& bytes :
       {std::string(), whole.substr(0, 5), whole + "x", "\2" + whole.substr(1),
        std::string("\1\0x", 3), std::string("\1\x21") + std::string(8, 'x')}) {
    auto order = ShingleOrder::decode(bytes);
    ASSERT_FALSE(order);
    EXPECT_EQ(order.error().code(), StatusCode::kCorrupt);
  }
}

}  // namespace
}  // namespace doppel::compare
