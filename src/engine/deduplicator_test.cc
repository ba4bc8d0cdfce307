#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "doppel/dedup.h"

namespace doppel {
namespace {

constexpr const char* kFox =
    "the quick brown fox jumps over the lazy dog while the old farmer looks on from his porch and "
    "wonders whether the dog will ever wake up and chase something again before the winter comes "
    "and the snow covers the fields the fences and the quiet road to the village";

TEST(Deduplicator, names_the_page_kept_instead_with_the_proof) {
  Deduplicator d;
  d.add(kFox, {.url = "https://example.org/fox"});
  d.add(std::string(kFox) + ".", {.url = "https://example.org/fox?print=1"});
  d.add(kFox, {.url = "https://mirror.example.org/fox"});
  d.add(std::string(kFox) + " today", {.url = "http://example.org/fox"});
  d.add("something else entirely");
  auto found = d.finish();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 3U);
  EXPECT_EQ((*found)[0].removed, 1U);
  EXPECT_EQ((*found)[0].level, Level::kWords);
  EXPECT_EQ((*found)[1].removed, 2U);
  EXPECT_EQ((*found)[1].level, Level::kBytes);
  EXPECT_EQ((*found)[2].removed, 3U);
  EXPECT_EQ((*found)[2].level, Level::kNear);
  for (const Certificate& c : *found) {
    EXPECT_EQ(c.kept, 0U);
    EXPECT_EQ(c.group, 1U);
    EXPECT_TRUE(c.similarity.at_least({4, 5}));
  }
  EXPECT_EQ((*found)[2].similarity.left_only, 1U);
}

TEST(Deduplicator, facts_need_not_outlive_the_call) {
  Deduplicator d;
  {
    std::string url = "https://example.org/a-rather-long-address";
    d.add("a b c d e f", {.url = url});
    url.assign(url.size(), 'x');
  }
  d.add("a b c d e f", {.url = "https://example.org/a-rather-long-addresx"});
  auto found = d.finish();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ((*found)[0].removed, 1U);
}

TEST(Deduplicator, a_predicate_it_cannot_carry_out_is_an_error) {
  Deduplicator d(Predicate{.measure = Measure::kCosine});
  d.add("x");
  auto found = d.finish();
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), StatusCode::kInvalidArgument);
}

TEST(Deduplicator, no_pages_no_removals) {
  auto found = Deduplicator().finish();
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->empty());
}

// The kept set is a set of pages, whatever the order in which they come: URLs make the winner order
// total.
TEST(Deduplicator, the_kept_set_does_not_depend_on_the_order_of_arrival) {
  std::mt19937 random(17);
  std::vector<std::string> texts = {"alpha"};
  for (int i = 1; i < 60; ++i) {
    std::string text = texts[random() % texts.size()];
    for (size_t n = 1 + random() % 3; n > 0; --n) text += " word" + std::to_string(random() % 30);
    texts.push_back(text);
  }
  auto kept = [&](const std::vector<size_t>& order) {
    Deduplicator d(Predicate{.rules = {.k = 2}, .threshold = {1, 2}});
    std::vector<std::string> urls;
    for (size_t i : order) urls.push_back("http://example.org/" + std::to_string(i));
    for (size_t n = 0; n < order.size(); ++n) d.add(texts[order[n]], {.url = urls[n]});
    std::vector<bool> out(texts.size(), true);
    for (const Certificate& c : *d.finish()) out[order[c.removed]] = false;
    return out;
  };
  std::vector<size_t> order(texts.size());
  std::iota(order.begin(), order.end(), size_t{0});
  auto truth = kept(order);
  for (int round = 0; round < 50; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    ASSERT_EQ(kept(order), truth);
  }
}

}  // namespace
}  // namespace doppel
