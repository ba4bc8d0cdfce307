#include "main_content/containers.h"

#include <gtest/gtest.h>

#include <string>

#include "support/html_blocks.h"

namespace doppel::main_content {
namespace {

// A page, its counts and its containers.
struct Measured {
  explicit Measured(std::string html) : source(std::move(html)) {
    page = reader.read(source);
    for (const html::Block& block : page.blocks) counts.push_back(count_text(page.text_of(block)));
    containers.measure(page, counts);
  }
  // The element with that id.
  uint32_t element(std::string_view id) const {
    for (uint32_t i = 0; i < page.elements.size(); ++i) {
      if (page.naming_attributes(page.elements[i]).id == id) return i;
    }
    ADD_FAILURE() << "no element " << id;
    return 0;
  }
  const Container& operator[](std::string_view id) const { return containers[element(id)]; }

  std::string source;
  support::HtmlBlocks reader;
  html::PageBlocks page;
  std::vector<TextCounts> counts;
  Containers containers;
};

std::string words(int count, const std::string& word) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i % 10 == 9 ? word + ", " : word + " ");
  return text;
}

std::string article(int paragraphs) {
  std::string html = "<div id=story>";
  for (int i = 0; i < paragraphs; ++i) html += "<p>" + words(40, "word") + "</p>";
  return html + "</div>";
}

const char kMenu[] =
    "<ul id=menu><li><a href=a>Home</a><li><a href=b>News</a><li><a href=c>Sport</a></ul>";

TEST(Containers, add_up_what_stands_in_an_element) {
  const Measured page("<div id=a>one two<div id=b>three <a href=x>four</a></div></div>five");
  EXPECT_EQ(page["b"].words, 2u);
  EXPECT_EQ(page["a"].words, 4u);
  EXPECT_EQ(page["a"].blocks, 2u);
  EXPECT_EQ(page.containers[0].words, 5u);
  EXPECT_EQ(page["a"].link_chars, 4u);
  EXPECT_EQ(page.containers[0].link_chars, 4u);
}

TEST(Containers, find_the_element_around_the_paragraphs) {
  const Measured page(std::string(kMenu) + article(5) + "<p>" + words(30, "foot") + "</p>");
  EXPECT_EQ(page.containers.best(), page.element("story"));
  EXPECT_EQ(page["story"].percent, 100);
  EXPECT_LT(page["menu"].percent, 10);
}

TEST(Containers, do_not_take_links_for_content) {
  std::string links = "<div id=links>";
  for (int i = 0; i < 30; ++i) links += "<p><a href=x>" + words(12, "link") + "</a></p>";
  const Measured page(links + "</div>" + article(2));
  EXPECT_EQ(page.containers.best(), page.element("story"));
}

TEST(Containers, know_the_nearest_element_with_so_many_words) {
  const Measured page("<div id=a>" + article(3) + "<div id=b>short</div></div>");
  const uint32_t story = page.element("story");
  EXPECT_EQ(page["story"].with_100_words, story);
  EXPECT_EQ(page["b"].with_100_words, page.element("a"));
}

TEST(Containers, know_the_way_to_the_best) {
  const Measured page("<div id=a>" + article(3) +
                      "<div id=b>short<div id=c>shorter</div></div></div>");
  EXPECT_EQ(page["story"].levels_to_best, 0);
  EXPECT_EQ(page["story"].levels_up, 0);
  EXPECT_EQ(page["a"].levels_to_best, 1);
  EXPECT_EQ(page["c"].levels_to_best, 1);
  EXPECT_EQ(page["c"].levels_up, 2);
}

TEST(Containers, see_hints_and_tags_around_them) {
  const Measured page(
      "<nav class=menu><div class=x><div class=y><p id=p>text</p></div></div></nav>");
  EXPECT_EQ(page["p"].hints_own, 0u);
  EXPECT_EQ(page["p"].hints_near, 0u);
  EXPECT_EQ(page["p"].hints_all, bit(Hint::kNavigation));
  EXPECT_NE(page["p"].tags & bit(html::Tag::kNav), 0u);
}

TEST(Containers, of_a_page_without_text_have_no_score) {
  const Measured page("<div id=a></div>");
  EXPECT_EQ(page.containers.best(), 0u);
  EXPECT_EQ(page.containers[0].percent, 0);
}

TEST(Containers, of_millions_of_commas_stay_in_their_numbers) {
  const Measured page("<div id=a>" + std::string(3 << 20, ',') + "</div><p>" + words(30, "word"));
  EXPECT_EQ(page.containers.best(), page.element("a"));
  EXPECT_EQ(page["a"].percent, 100);
}

TEST(Containers, forget_the_page_before) {
  Measured page(article(5));
  support::HtmlBlocks reader;
  const html::PageBlocks empty = reader.read("");
  page.containers.measure(empty, {});
  EXPECT_EQ(page.containers[0].words, 0u);
  EXPECT_EQ(page.containers.best(), 0u);
}

}  // namespace
}  // namespace doppel::main_content
