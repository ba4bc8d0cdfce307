#include "living_candidates/number_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace doppel::living_candidates {
namespace {

std::set<TextId> with_key(const NumberTable& table, uint32_t key) {
  std::vector<TextId> out;
  table.append(table.hash_of(key), out);
  return {out.begin(), out.end()};
}

class NumberTableTest : public testing::TestWithParam<bool> {
 protected:
  TableHash hash_ = GetParam() ? TableHash::zero() : TableHash::usual();
};
INSTANTIATE_TEST_SUITE_P(hash_zero, NumberTableTest, testing::Bool());

TEST_P(NumberTableTest, names_all_texts_of_a_key_through_rebuilding) {
  std::mt19937 random(4);
  NumberTable table(hash_, 100);
  std::vector<uint32_t> keys;
  std::multimap<uint32_t, TextId> truth;
  for (uint32_t i = 0; i < 2000; ++i) {
    if (table.room() == 0) {
      table.rebuild(keys.size(), 100, [&](auto visit) {
        for (uint32_t t = 0; t < keys.size(); ++t) visit(TextId{t}, table.hash_of(keys[t]));
      });
    }
    keys.push_back(random() % 700 * 2654435761U);
    truth.emplace(keys.back(), TextId{i});
    table.insert(table.hash_of(keys.back()), {i});
    const uint32_t asked = keys[random() % keys.size()];
    const std::set<TextId> found = with_key(table, asked);
    const auto [first, last] = truth.equal_range(asked);
    for (auto at = first; at != last; ++at) EXPECT_TRUE(found.contains(at->second));
    EXPECT_GE(table.at_most(table.hash_of(asked)), truth.count(asked));
  }
}

TEST_P(NumberTableTest, a_copy_names_what_it_named) {
  NumberTable table(hash_, 50);
  for (uint32_t i = 0; i < 20; ++i) table.insert(table.hash_of(i % 5), {i});
  const NumberTable copy = table;
  for (uint32_t i = 20; i < 50; ++i) table.insert(table.hash_of(i % 5), {i});
  table.rebuild(0, 10, [](auto) {});
  EXPECT_TRUE(with_key(table, 3).empty());
  for (uint32_t i = 0; i < 20; ++i) EXPECT_TRUE(with_key(copy, i % 5).contains({i}));
}

TEST_P(NumberTableTest, leaves_out_whom_it_is_told_to) {
  NumberTable table(hash_, 0);
  table.rebuild(666, 0, [&](auto visit) {
    for (uint32_t t = 0; t < 1000; ++t) {
      if (t % 3 != 0) visit(TextId{t}, table.hash_of(t / 10));
    }
  });
  for (uint32_t key = 0; key < 100; ++key) {
    for (TextId text : with_key(table, key)) EXPECT_NE(text.index() % 3, 0U);
  }
  table.rebuild(0, 0, [](auto) {});
  EXPECT_TRUE(with_key(table, 7).empty());
}

TEST(NumberTable, a_text_that_comes_twice_takes_one_place) {
  NumberTable table(TableHash::usual(), 3);
  for (int times = 0; times < 9; ++times) table.insert(table.hash_of(4), {8});
  EXPECT_EQ(table.room(), 2U);
}

TEST(NumberTable, tells_which_slices_are_large) {
  NumberTable table(TableHash::usual(), 0);
  table.rebuild(3000, 0, [&](auto visit) {
    for (uint32_t t = 0; t < 3000; ++t) visit(TextId{t}, table.hash_of(t % 2 == 0 ? 5 : t));
  });
  const auto slices = table.slices_above(100);
  ASSERT_EQ(slices.size(), 1U);
  EXPECT_GE(slices[0].size(), 1500U);
  EXPECT_LT(slices[0].size(), 1600U);
}

TEST(NumberTable, costs_little_memory) {
  constexpr uint32_t kTexts = 100'000;
  NumberTable table(TableHash::usual(), 0);
  table.rebuild(kTexts, kTexts / 8, [&](auto visit) {
    for (uint32_t t = 0; t < kTexts; ++t) visit(TextId{t}, table.hash_of(t * 7919));
  });
  EXPECT_LT(table.bytes(), kTexts * 63 / 10 + 1000);
}

TEST(TagTable, names_all_numbers_of_a_hash) {
  constexpr uint32_t kRoom = 300;
  TagTable table(kRoom);
  const auto hash_of = [](uint32_t key) { return (key + 1) * 0x9E3779B97F4A7C15ULL; };
  for (uint32_t i = 0; i < kRoom; ++i) table.put(hash_of(i % 50), {i});
  for (uint32_t key = 0; key < 60; ++key) {
    std::set<uint32_t> found;
    table.find(hash_of(key), [&](TextId text) {
      found.insert(text.value);
      return false;
    });
    for (uint32_t i = key; key < 50 && i < kRoom; i += 50) EXPECT_TRUE(found.contains(i));
  }
}

}  // namespace
}  // namespace doppel::living_candidates
