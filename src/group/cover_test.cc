#include "group/cover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

#include "group/text_removals.h"

namespace doppel::group {
namespace {

// Pages whose numbers are their winner order, unless they have scores.
struct World {
  std::vector<WinnerFacts> facts;
  std::vector<TextId> texts;
  std::vector<FormId> forms;
  std::vector<uint32_t> counts;
  std::vector<Pair> pairs;

  void page(uint32_t text, uint32_t form, double score = 0) {
    facts.push_back({.score_bucket = score_bucket(score)});
    texts.push_back({text});
    forms.push_back({form});
    counts.resize(std::max<size_t>(counts.size(), text + 1), 10);
  }
  void pair(uint32_t left, uint32_t right, Similarity s = {9, 1, 1}) {
    pairs.push_back({{left}, {right}, s});
  }
  Cover run() const {
    TextOrder order = text_order(facts, texts, counts.size());
    const TextRemovals removals = text_removals(order, pairs);
    return cover({order, texts, forms, counts, removals, pairs});
  }
};

// The numbers of the kept pages.
std::vector<uint32_t> kept(const Cover& c) {
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < c.removals.size(); ++i) {
    if (!c.removals[i]) out.push_back(i);
  }
  return out;
}

TEST(Cover, in_a_chain_every_other_text_is_kept) {
  World w;
  for (uint32_t i = 0; i < 4; ++i) w.page(i, i);
  w.pair(0, 1);
  w.pair(1, 2);
  w.pair(2, 3);
  Cover c = w.run();
  EXPECT_EQ(kept(c), (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(c.removals[1]->kept, PageId{0});
  EXPECT_EQ(c.removals[3]->kept, PageId{2});
  ASSERT_EQ(c.groups.size(), 1U);
  EXPECT_EQ(c.groups[0].size(), 4U);
}

TEST(Cover, the_certificate_names_the_first_kept_neighbour) {
  World w;
  for (uint32_t i = 0; i < 3; ++i) w.page(i, i);
  w.pair(1, 2);
  w.pair(0, 2);
  EXPECT_EQ(w.run().removals[2]->kept, PageId{0});
}

TEST(Cover, left_is_the_removed_page) {
  World w;
  w.page(0, 0, 0);
  w.page(1, 1, 100);  // the winner
  w.pair(0, 1, {8, 2, 1});
  Cover c = w.run();
  ASSERT_TRUE(c.removals[0]);
  EXPECT_EQ(c.removals[0]->similarity, (Similarity{8, 2, 1}));
  w.facts[0].score_bucket = score_bucket(1000);
  c = w.run();
  ASSERT_TRUE(c.removals[1]);
  EXPECT_EQ(c.removals[1]->similarity, (Similarity{8, 1, 2}));
}

TEST(Cover, pages_of_a_kept_text_are_removed_for_its_best_page) {
  World w;
  w.page(0, 0);
  w.page(0, 1, 100);  // best; other bytes than the first
  w.page(0, 1);
  Cover c = w.run();
  EXPECT_EQ(kept(c), (std::vector<uint32_t>{1}));
  EXPECT_EQ(c.removals[0]->level, Level::kWords);
  EXPECT_EQ(c.removals[2]->level, Level::kBytes);
  EXPECT_EQ(c.removals[2]->similarity, (Similarity{10, 0, 0}));
}

TEST(Cover, every_page_of_a_removed_text_is_removed_as_near) {
  World w;
  w.page(0, 0, 100);
  w.page(1, 1);
  w.page(1, 1);
  w.pair(0, 1);
  Cover c = w.run();
  EXPECT_EQ(kept(c), (std::vector<uint32_t>{0}));
  for (size_t i : {1, 2}) {
    EXPECT_EQ(c.removals[i]->kept, PageId{0});
    EXPECT_EQ(c.removals[i]->level, Level::kNear);
  }
}

std::vector<PageId> pages_of(std::span<const PageId> group) { return {group.begin(), group.end()}; }

TEST(Cover, groups_are_ordered_by_their_first_page_and_members_by_the_winner_order) {
  World w;
  w.page(0, 0);  // group 1: pages 0 and 3
  w.page(1, 1);  // group 2: pages 1 and 2
  w.page(2, 2, 100);
  w.page(3, 3, 100);
  w.pair(1, 2);
  w.pair(0, 3);
  Cover c = w.run();
  ASSERT_EQ(c.groups.size(), 2U);
  EXPECT_EQ(pages_of(c.groups[0]), (std::vector<PageId>{{3}, {0}}));
  EXPECT_EQ(pages_of(c.groups[1]), (std::vector<PageId>{{2}, {1}}));
}

TEST(Cover, no_pages_have_no_groups) {
  Cover c = World().run();
  EXPECT_TRUE(c.removals.empty());
  EXPECT_TRUE(c.groups.empty());
}

// All graphs of five texts, in an order that is not that of the numbers: the definition holds.
TEST(Cover, every_graph_of_five_texts_follows_the_definition) {
  constexpr uint32_t kTexts = 5;
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (uint32_t i = 0; i < kTexts; ++i) {
    for (uint32_t j = i + 1; j < kTexts; ++j) edges.emplace_back(i, j);
  }
  const double scores[kTexts] = {3, 100, 0, 1000, 30};
  const uint32_t order[kTexts] = {3, 1, 4, 0, 2};
  for (uint32_t bits = 0; bits < 1U << edges.size(); ++bits) {
    World w;
    bool linked[kTexts][kTexts] = {};
    for (uint32_t i = 0; i < kTexts; ++i) w.page(i, i, scores[i]);
    for (size_t e = 0; e < edges.size(); ++e) {
      if (!(bits >> e & 1)) continue;
      auto [a, b] = edges[e];
      w.pair(a, b);
      linked[a][b] = linked[b][a] = true;
    }
    Cover c = w.run();
    std::vector<uint32_t> earlier;
    for (uint32_t text : order) {
      const uint32_t* expected = nullptr;
      for (const uint32_t& e : earlier) {
        if (!expected && !c.removals[e] && linked[e][text]) expected = &e;
      }
      ASSERT_EQ(c.removals[text].has_value(), expected != nullptr) << bits << " " << text;
      if (expected) {
        ASSERT_EQ(c.removals[text]->kept.value, *expected);
      }
      earlier.push_back(text);
    }
  }
}

}  // namespace
}  // namespace doppel::group
