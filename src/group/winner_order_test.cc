#include "group/winner_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace doppel::group {
namespace {

struct Page {
  std::string url;
  double score = -1;
  bool named = false;
  int64_t seen = kNeverSeen;
  uint32_t words = 0;

  WinnerFacts facts() const { return {url, seen, score_bucket(score), named, words}; }
};

// The number of the page that comes first of two.
uint32_t first(const Page& a, const Page& b) {
  const WinnerFacts pages[] = {a.facts(), b.facts()};
  return winner_order(pages)[0].value;
}

TEST(WinnerOrder, score_buckets_are_powers_of_two_of_one_plus_score) {
  EXPECT_EQ(score_bucket(0), 0);
  EXPECT_EQ(score_bucket(-0.0), 0);
  EXPECT_EQ(score_bucket(std::numeric_limits<double>::denorm_min()), 0);
  EXPECT_EQ(score_bucket(std::numeric_limits<double>::min() / 2), 0);
  EXPECT_EQ(score_bucket(0.99), 0);
  EXPECT_EQ(score_bucket(1), 1);
  EXPECT_EQ(score_bucket(2.99), 1);
  EXPECT_EQ(score_bucket(3), 2);
  EXPECT_EQ(score_bucket(1e300), 996);
  EXPECT_EQ(score_bucket(std::numeric_limits<double>::max()), 1023);
}

TEST(WinnerOrder, a_score_that_is_none_comes_last) {
  for (double score : {-1.0, -0.5, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(score_bucket(score), -1);
    EXPECT_EQ(first({"http://a", score}, {"http://longer", 0}), 1U);
  }
}

TEST(WinnerOrder, rules_apply_in_order) {
  EXPECT_EQ(first({"http://a?x", 1}, {"https://a", 0, true}), 0U);  // score before named
  EXPECT_EQ(first({"https://a", 0}, {"http://a?x", 0, true}), 1U);  // named before https
  EXPECT_EQ(first({"http://a", 0}, {"https://longer?x", 0}), 1U);   // https before static
  EXPECT_EQ(first({"http://a?", 0}, {"http://longer", 0}), 1U);     // static before short
  EXPECT_EQ(first({"http://zz", 0, false, 9}, {"http://longer", 0, false, 1}), 0U);  // short, seen
  EXPECT_EQ(first({"http://a", 0, false, 9}, {"http://b", 0, false, 1}), 1U);  // seen before bytes
  EXPECT_EQ(first({"http://b", 0}, {"http://a", 0}), 1U);                      // bytes before place
  EXPECT_EQ(first({"http://a", 0}, {"http://a", 0}), 0U);                      // place
  EXPECT_EQ(first({"HTTPS://a", 0}, {"https://aa", 0}), 1U);  // https as it is fetched
}

TEST(WinnerOrder, a_time_that_is_not_known_comes_after_all_that_are) {
  for (int64_t seen : {kNeverSeen - 1, int64_t{0}, int64_t{-1}, INT64_MIN}) {
    EXPECT_EQ(first({"http://a", 0}, {"http://b", 0, false, seen}), 1U) << seen;
  }
}

TEST(WinnerOrder, the_largest_score_is_preferred_to_all_others) {
  const double largest = std::numeric_limits<double>::max();
  for (double score : {largest / 2, 1.0, 0.0, -1.0}) {
    EXPECT_EQ(first({"http://a", score}, {"http://longer?x", largest}), 1U) << score;
  }
}

TEST(WinnerOrder, a_close_score_is_a_tie_and_a_missing_url_is_the_shortest) {
  EXPECT_EQ(first({"http://longer", 6.9}, {"http://a", 3}), 1U);
  EXPECT_EQ(first({"http://a", 0}, {"", 0}), 1U);
}

TEST(WinnerOrder, more_words_come_before_everything_else) {
  EXPECT_EQ(first({"https://a", 900, true, 1, 5}, {"http://longer?x", -1, false, 9, 6}), 1U);
  EXPECT_EQ(first({"http://a?x", 0, true, 1, UINT32_MAX}, {"https://a", 9, true, 0, 0}), 0U);
  EXPECT_EQ(first({"http://a", 0, false, 1, 5}, {"https://a", 0, false, 9, 5}), 1U);  // then https
  EXPECT_EQ(first({"", 0, false, 9, 5}, {"", 0, false, 1, 5}), 1U);                   // then seen
}

// Against a plain sort by the rules, on URLs with common prefixes of all lengths.
TEST(WinnerOrder, agrees_with_a_plain_sort) {
  std::mt19937 random(7);
  ThreadPool pool(3);
  auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> urls;
    for (uint32_t i = 0; i < 60; ++i) {
      std::string url = i % 3 == 0 || urls.empty() ? "https:" : urls[pick(i)];
      url.resize(pick(static_cast<uint32_t>(url.size()) + 1));
      for (uint32_t n = pick(12); n > 0; --n) url.push_back("ab?\0\xff"[pick(5)]);
      urls.push_back(url);
    }
    std::vector<Page> given;
    // In every second round no time is known, and in two rounds of four no words are counted.
    for (const std::string& url : urls) {
      given.push_back({url, pick(2) * 5.0, pick(4) == 0,
                       round % 2 == 0 || pick(3) == 0 ? kNeverSeen : int64_t{pick(4)} - 2,
                       round % 4 < 2 ? 0 : pick(4)});
    }
    std::vector<WinnerFacts> pages;
    for (const Page& page : given) pages.push_back(page.facts());
    std::vector<uint32_t> expected(pages.size());
    std::iota(expected.begin(), expected.end(), 0);
    auto key = [&](uint32_t i) {
      const Page& page = given[i];
      return std::tuple(UINT32_MAX - page.words, -score_bucket(page.score), !page.named,
                        !page.url.starts_with("https:"), page.url.find('?') != page.url.npos,
                        page.url.size(), page.seen, page.url, i);
    };
    std::sort(expected.begin(), expected.end(),
              [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
    std::vector<uint32_t> by_bytes = expected;
    std::shuffle(by_bytes.begin(), by_bytes.end(), random);
    std::sort(by_bytes.begin(), by_bytes.end(), [&](uint32_t a, uint32_t b) {
      return rank_bytes(pages[a], {a}) < rank_bytes(pages[b], {b});
    });
    ASSERT_EQ(by_bytes, expected) << round;
    for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
      auto order = winner_order(pages, usual_memory(), threads);
      ASSERT_EQ(order.size(), expected.size());
      for (size_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i].value, expected[i]) << round;
    }
  }
}

TEST(WinnerOrder, bytes_are_unsigned) {
  EXPECT_EQ(first({"http://\xC3\xA9", 0}, {"http://zz", 0}), 1U);
}

}  // namespace
}  // namespace doppel::group
