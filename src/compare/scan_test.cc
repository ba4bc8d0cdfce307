#include "compare/scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace doppel::compare {
namespace {

std::vector<std::vector<uint64_t>> random_sets(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::vector<uint64_t>> out(count);
  for (size_t i = 0; i < count; ++i) {
    if (i > 0 && random() % 2) out[i] = out[random() % i];  // a copy, then edited
    for (size_t n = random() % 6; n > 0; --n) out[i].push_back(random() % 40);
    std::sort(out[i].begin(), out[i].end());
    out[i].erase(std::unique(out[i].begin(), out[i].end()), out[i].end());
  }
  return out;
}

std::vector<Pair> all_pairs(std::span<const similarity::Set> sets, Ratio threshold) {
  std::vector<Pair> out;
  for (uint32_t i = 0; i < sets.size(); ++i) {
    for (uint32_t j = i + 1; j < sets.size(); ++j) {
      Similarity s = similarity::similarity(sets[i], sets[j]);
      if (s.at_least(threshold)) out.push_back({{i}, {j}, s});
    }
  }
  return out;
}

TEST(Scan, finds_every_pair_whatever_the_threads) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    auto elements = random_sets(150, seed);
    std::vector<similarity::Set> sets(elements.begin(), elements.end());
    for (Ratio threshold : {Ratio{1, 2}, Ratio{4, 5}, Ratio{1, 1}}) {
      auto truth = all_pairs(sets, threshold);
      for (size_t threads : {1, 2, 8}) {
        ThreadPool pool(threads);
        auto found = scan(sets, threshold, pool, [](uint64_t) { return Status(); });
        ASSERT_TRUE(found);
        ASSERT_EQ(*found, truth);
      }
    }
  }
}

TEST(Scan, stops_when_told) {
  auto elements = random_sets(50, 1);
  std::vector<similarity::Set> sets(elements.begin(), elements.end());
  ThreadPool pool(2);
  auto found = scan(sets, {4, 5}, pool, [](uint64_t) { return cancelled(); });
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), StatusCode::kCancelled);
}

TEST(Scan, tells_of_every_text) {
  auto elements = random_sets(50, 1);
  std::vector<similarity::Set> sets(elements.begin(), elements.end());
  ThreadPool pool(2);
  uint64_t told = 0;
  auto found = scan(sets, {4, 5}, pool, [&](uint64_t n) {
    told += n;
    return Status();
  });
  ASSERT_TRUE(found);
  EXPECT_EQ(told, sets.size());
}

TEST(Scan, no_texts_have_no_pairs) {
  ThreadPool pool(1);
  auto found = scan({}, {4, 5}, pool, [](uint64_t) { return Status(); });
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->empty());
}

}  // namespace
}  // namespace doppel::compare
