#include "index/set_cache.h"

#include <gtest/gtest.h>

namespace doppel::index {
namespace {

SetCache::Entry entry(uint64_t text, size_t shingles) {
  SetCache::Entry out{{text}, {.title = text}, std::vector<uint64_t>(shingles, text)};
  return out;
}

TEST(SetCache, finds_what_was_put) {
  SetCache cache(1 << 20);
  EXPECT_EQ(cache.find({1}), nullptr);
  EXPECT_EQ(cache.put(entry(1, 10)).main, std::vector<uint64_t>(10, 1));
  cache.put(entry(2, 0));
  ASSERT_NE(cache.find({1}), nullptr);
  EXPECT_EQ(cache.find({1})->main, std::vector<uint64_t>(10, 1));
  EXPECT_EQ(cache.find({1})->subject.title, 1U);
  EXPECT_TRUE(cache.find({2})->main.empty());
  EXPECT_EQ(cache.find({3}), nullptr);
}

TEST(SetCache, makes_room_for_a_new_set_by_what_was_not_used_for_the_longest_time) {
  SetCache cache(40'000);  // four of them
  for (uint64_t text = 1; text <= 4; ++text) cache.put(entry(text, 1000));
  ASSERT_NE(cache.find({1}), nullptr);
  cache.put(entry(5, 1000));
  EXPECT_NE(cache.find({1}), nullptr);
  EXPECT_EQ(cache.find({2}), nullptr);
  for (uint64_t text = 3; text <= 5; ++text) EXPECT_NE(cache.find({text}), nullptr) << text;
  EXPECT_LE(cache.bytes(), 40'000U);
}

TEST(SetCache, never_exceeds_its_bytes_by_more_than_the_last_set) {
  SetCache cache(10'000);
  for (uint64_t text = 1; text <= 1000; ++text) {
    cache.put(entry(text, text % 7 * 300));
    const bool alone = cache.find({text - 1}) == nullptr;
    EXPECT_TRUE(cache.bytes() <= 10'000 || alone);
  }
}

TEST(SetCache, holds_a_set_that_is_larger_than_itself_until_the_next) {
  SetCache cache(0);
  EXPECT_EQ(cache.put(entry(1, 5000)).main.size(), 5000U);
  EXPECT_NE(cache.find({1}), nullptr);
  cache.put(entry(2, 1));
  EXPECT_EQ(cache.find({1}), nullptr);
  EXPECT_NE(cache.find({2}), nullptr);
}

}  // namespace
}  // namespace doppel::index
