#include "similarity/edit_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace doppel::similarity {
namespace {

using Words = std::vector<uint64_t>;

// The full table, as in the textbook.
uint64_t definition(const Words& a, const Words& b) {
  std::vector<std::vector<uint64_t>> d(a.size() + 1, std::vector<uint64_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      d[i][j] =
          std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
    }
  }
  return d[a.size()][b.size()];
}

TEST(EditDistance, known_answers) {
  EXPECT_EQ(edit_distance(Words{}, Words{}, 10), 0U);
  EXPECT_EQ(edit_distance(Words{1, 2, 3}, Words{}, 10), 3U);
  EXPECT_EQ(edit_distance(Words{1, 2, 3}, Words{1, 9, 3}, 10), 1U);
  EXPECT_EQ(edit_distance(Words{1, 2, 3}, Words{2, 3, 4}, 10), 2U);
}

TEST(EditDistance, agrees_with_the_full_table) {
  std::mt19937 random(11);
  for (int round = 0; round < 4000; ++round) {
    Words a(random() % 40), b(random() % 40);
    uint64_t alphabet = 1 + random() % 6;
    for (uint64_t& w : a) w = random() % alphabet;
    for (uint64_t& w : b) w = random() % alphabet;
    uint64_t truth = definition(a, b);
    ASSERT_EQ(edit_distance(a, b, 1000), truth);
    ASSERT_EQ(edit_distance(b, a, 1000), truth);
    for (uint64_t limit : {uint64_t{0}, truth, truth + 1, truth > 0 ? truth - 1 : 0}) {
      auto found = edit_distance(a, b, limit);
      if (truth <= limit) {
        ASSERT_EQ(found, truth);
      } else {
        ASSERT_EQ(found, std::nullopt);
      }
    }
  }
}

TEST(EditDistance, a_few_edits_in_a_long_text) {
  Words a(100000), b;
  for (size_t i = 0; i < a.size(); ++i) a[i] = i;
  b = a;
  b.erase(b.begin() + 500);
  b[70000] = 7;
  b.insert(b.end(), 9);
  EXPECT_EQ(edit_distance(a, b, 100), 3U);
}

// Texts that get four times as long, with as many edits.
TEST(EditDistance, steps_grow_with_the_text_not_with_text_times_edits) {
  constexpr uint64_t kEdits = 50;
  auto steps = [&](size_t size, bool same_words) {
    Words a(size), b;
    for (size_t i = 0; i < size; ++i) a[i] = same_words ? 0 : i;
    b = a;
    for (size_t i = 1; i <= kEdits; ++i) b[i * size / (kEdits + 1)] = size + i;
    const EditDistance found = count_edits(a, b, 1000);
    EXPECT_EQ(found.distance, kEdits);
    return found.steps;
  };
  EXPECT_LT(steps(10'000, false), 4 * 10'000U);
  EXPECT_LT(steps(40'000, false), 5 * steps(10'000, false));
  EXPECT_LT(steps(40'000, true), 5 * steps(10'000, true));
}

TEST(EditDistance, texts_that_differ_in_length_by_more_than_the_limit_cost_nothing) {
  EXPECT_EQ(count_edits(Words(100, 1), Words(10'000, 2), 500).steps, 0U);
}

}  // namespace
}  // namespace doppel::similarity
