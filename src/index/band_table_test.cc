#include "index/band_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

namespace doppel::index {
namespace {

std::set<TextId> with_key(const BandTable& table, uint32_t key) {
  std::vector<TextId> out;
  table.append(table.hash_of(key), out);
  return {out.begin(), out.end()};
}

class BandTableTest : public testing::TestWithParam<bool> {
 protected:
  compare::TableHash hash_ = GetParam() ? compare::TableHash::zero() : compare::TableHash::usual();
};
INSTANTIATE_TEST_SUITE_P(hash_zero, BandTableTest, testing::Bool());

TEST_P(BandTableTest, names_all_texts_of_a_key_through_rebuilding) {
  std::mt19937 random(4);
  BandTable table(hash_);
  table.set_room(100);
  std::vector<uint32_t> keys;
  std::multimap<uint32_t, TextId> truth;
  for (uint32_t i = 0; i < 2000; ++i) {
    if (table.is_full()) {
      table.rebuild(keys.size(), keys.size(),
                    [&](TextId t) { return std::optional(table.hash_of(keys[t.index()])); });
      table.set_room(100);
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

TEST_P(BandTableTest, leaves_out_whom_it_is_told_to) {
  BandTable table(hash_);
  table.rebuild(1000, 666, [&](TextId t) -> std::optional<uint64_t> {
    if (t.index() % 3 == 0) return std::nullopt;
    return table.hash_of(t.value / 10);
  });
  for (uint32_t key = 0; key < 100; ++key) {
    for (TextId text : with_key(table, key)) EXPECT_NE(text.index() % 3, 0U);
  }
  table.rebuild(0, 0, [&](TextId) { return std::optional<uint64_t>(0); });
  EXPECT_TRUE(with_key(table, 7).empty());
}

TEST(BandTable, tells_which_slices_are_large) {
  BandTable table(compare::TableHash::usual());
  table.rebuild(3000, 3000, [&](TextId t) {
    return std::optional(table.hash_of(t.index() % 2 == 0 ? 5 : t.value));
  });
  const auto slices = table.slices_above(100);
  ASSERT_EQ(slices.size(), 1U);
  EXPECT_GE(slices[0].size(), 1500U);
  EXPECT_LT(slices[0].size(), 1600U);
}

TEST(BandTable, costs_little_memory) {
  constexpr size_t kTexts = 100'000;
  BandTable table(compare::TableHash::usual());
  table.rebuild(kTexts, kTexts,
                [&](TextId t) { return std::optional(table.hash_of(t.value * 7919)); });
  table.set_room(kTexts / 8);
  EXPECT_LT(table.bytes(), kTexts * 63 / 10 + 1000);
}

TEST(TagTable, grows_and_shrinks) {
  TagTable table;
  std::mt19937 random(1);
  const auto hash_of = [](TextId t) { return (t.value % 50 + 1) * 0x9E3779B97F4A7C15ULL; };
  std::set<TextId> truth;
  for (int i = 0; i < 20'000; ++i) {
    const TextId text{static_cast<uint32_t>(random() % 300)};
    if (truth.erase(text) > 0) {
      table.erase(hash_of(text), text);
    } else {
      truth.insert(text);
      table.insert(hash_of(text), text, hash_of);
    }
    const TextId asked{static_cast<uint32_t>(random() % 300)};
    bool found = false;
    table.find(hash_of(asked), [&](TextId t) { return found = t == asked; });
    ASSERT_EQ(found, truth.contains(asked));
  }
  EXPECT_LT(table.bytes(), 10'000U);
}

}  // namespace
}  // namespace doppel::index
