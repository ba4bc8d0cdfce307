#include "engine/page_standings.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "base/arena.h"
#include "group/text_order.h"

namespace doppel::engine {
namespace {

class PageStandingsTest : public testing::Test {
 protected:
  void add(uint32_t text, std::string_view url, std::string_view canonical = {}) {
    add_to(pages_, text, url, canonical);
  }
  void add_to(AddedPages& pages, uint32_t text, std::string_view url, std::string_view canonical) {
    pages.facts.push_back({.url = strings_.copy(url)});
    pages.texts.push_back({text});
    pages.names.add(group::canonical_name(url, {.href = canonical}));
  }
  // The best page of each text, by the order of all pages.
  std::vector<PageId> truth(AddedPages pages) const {
    pages.names.settle();
    size_t texts = 0;
    for (TextId text : pages.texts) texts = std::max(texts, text.index() + 1);
    for (group::WinnerFacts& page : pages.facts) page.named = pages.names.contains(page.url);
    const auto order = group::text_order(pages.facts, pages.texts, texts);
    return {order.best.begin(), order.best.end()};
  }
  std::vector<PageId> bests() const {
    std::vector<PageId> out;
    for (uint32_t i = 0; i < standings_.texts(); ++i) out.push_back(standings_.best({i}));
    return out;
  }

  Arena strings_;
  AddedPages pages_;
  PageStandings standings_{pages_};
};

TEST_F(PageStandingsTest, a_page_that_is_named_later_becomes_the_best) {
  add(0, "http://a.org/1");
  add(0, "http://a.org/2");
  std::vector<TextId> moved;
  standings_.update(moved);
  EXPECT_EQ(standings_.best({0}), PageId{0});
  EXPECT_TRUE(moved.empty());  // the text is new
  add(1, "http://a.org/3", "http://a.org/2");
  standings_.update(moved);
  EXPECT_EQ(standings_.best({0}), PageId{1});
  EXPECT_EQ(moved, std::vector<TextId>{{0}});
}

TEST_F(PageStandingsTest, a_page_that_comes_after_it_was_named_is_named) {
  std::vector<TextId> moved;
  add(0, "http://a.org/1", "http://a.org/2");
  standings_.update(moved);
  add(0, "http://a.org/2");
  standings_.update(moved);
  EXPECT_EQ(standings_.best({0}), PageId{1});
  EXPECT_EQ(moved, std::vector<TextId>{{0}});
}

TEST_F(PageStandingsTest, a_page_that_is_tried_names_others_for_a_while) {
  add(0, "http://a.org/1");
  add(0, "http://a.org/2");
  std::vector<TextId> moved;
  standings_.update(moved);
  const group::WinnerFacts facts{.url = "http://a.org/3"};
  const Hash128 name = group::canonical_name(facts.url, {.href = "http://a.org/2"});
  standings_.try_page({1}, facts, name, moved);
  EXPECT_EQ(standings_.best({0}), PageId{1});
  EXPECT_EQ(standings_.best({1}), standings_.tried());
  EXPECT_EQ(moved, std::vector<TextId>{{0}});
  EXPECT_LT(standings_.rank({0}), standings_.rank({1}));
  standings_.take_back();
  EXPECT_EQ(standings_.texts(), 1U);
  EXPECT_EQ(standings_.best({0}), PageId{0});
}

// Every text whose rank has changed is among those that moved.
TEST_F(PageStandingsTest, agrees_with_the_order_of_all_pages) {
  std::mt19937 random(3);
  const auto address = [&] { return "http://a.org/" + std::string(random() % 4, 'x'); };
  for (int step = 0; step < 400; ++step) {
    const auto text = static_cast<uint32_t>(random() % (standings_.texts() + 1));
    const std::string url = random() % 5 == 0 ? "" : address();
    const std::string canonical = random() % 40 == 0 ? address() : "";
    std::vector<std::string> ranks;
    for (uint32_t i = 0; i < standings_.texts(); ++i) ranks.push_back(standings_.rank({i}));
    const auto expect_moved = [&](const std::vector<TextId>& moved) {
      const std::set<TextId> told(moved.begin(), moved.end());
      for (uint32_t i = 0; i < ranks.size(); ++i) {
        EXPECT_EQ(told.contains({i}), standings_.rank({i}) != ranks[i]);
      }
    };
    const auto before = bests();
    AddedPages with_it = pages_;
    add_to(with_it, text, url, canonical);
    std::vector<TextId> moved;
    standings_.try_page({text}, with_it.facts.back(),
                        group::canonical_name(url, {.href = canonical}), moved);
    ASSERT_EQ(bests(), truth(with_it)) << step;
    expect_moved(moved);
    standings_.take_back();
    ASSERT_EQ(bests(), before);
    if (random() % 2 == 0) continue;
    pages_ = std::move(with_it);
    moved.clear();
    standings_.update(moved);
    ASSERT_EQ(bests(), truth(pages_)) << step;
    expect_moved(moved);
  }
}

}  // namespace
}  // namespace doppel::engine
