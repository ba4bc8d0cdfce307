#include "main_content/features.h"

#include <gtest/gtest.h>

#include <string>

#include "support/html_blocks.h"

namespace doppel::main_content {
namespace {

struct Measured {
  explicit Measured(std::string html) : source(std::move(html)) {
    page = reader.read(source);
    for (const html::Block& block : page.blocks) counts.push_back(count_text(page.text_of(block)));
    containers.measure(page, counts);
    of = features.measure(page, counts, containers);
  }
  int operator()(size_t block, Feature feature) const { return of[block][feature]; }

  std::string source;
  support::HtmlBlocks reader;
  html::PageBlocks page;
  std::vector<TextCounts> counts;
  Containers containers;
  Features features;
  std::span<const BlockFeatures> of;
};

TEST(Features, count_words_in_sixteenths_of_a_power_of_two) {
  const Measured page("<p>a<p>a b c<p>a b c d e f g<p>a b c d e");
  EXPECT_EQ(page(0, Feature::kWords), 16);
  EXPECT_EQ(page(1, Feature::kWords), 32);
  EXPECT_EQ(page(2, Feature::kWords), 48);
  EXPECT_EQ(page(3, Feature::kWords), 40);
}

TEST(Features, share_out_links_in_200ths) {
  const Measured page("<p>plain<p><a href=x>link</a><p>ab<a href=x>cd</a>");
  EXPECT_EQ(page(0, Feature::kLinkShare), 0);
  EXPECT_EQ(page(1, Feature::kLinkShare), 200);
  EXPECT_EQ(page(2, Feature::kLinkShare), 100);
}

TEST(Features, count_words_again_for_the_kind_of_tag) {
  const Measured page("<h2>a b c</h2><ul><li>a b c</ul><p>a b c");
  EXPECT_EQ(page(0, Feature::kWordsInHeading), 32);
  EXPECT_EQ(page(0, Feature::kWordsInList), 0);
  EXPECT_EQ(page(1, Feature::kWordsInList), 32);
  EXPECT_EQ(page(2, Feature::kWordsInParagraph), 32);
}

TEST(Features, look_at_neighbours_and_end_at_the_edges) {
  const Measured page("<h1>a</h1><p>a b c<p><a href=x>d e f g h i j</a>");
  EXPECT_EQ(page(0, Feature::kWordsBefore), 0);
  EXPECT_EQ(page(0, Feature::kTagBefore), static_cast<int>(TagGroup::kNone));
  EXPECT_EQ(page(1, Feature::kWordsBefore), 16);
  EXPECT_EQ(page(1, Feature::kTagBefore), static_cast<int>(TagGroup::kHeading1));
  EXPECT_EQ(page(1, Feature::kWordsAfter), 48);
  EXPECT_EQ(page(1, Feature::kLinksAfter), 200);
  EXPECT_EQ(page(0, Feature::kLinksAfter2), 200);
  EXPECT_EQ(page(2, Feature::kWordsAfter), 0);
}

TEST(Features, count_blocks_to_headings) {
  const Measured page("<h1>a</h1><p>b<p>c<h2>d</h2>");
  EXPECT_EQ(page(1, Feature::kHeadingBefore), 1);
  EXPECT_EQ(page(2, Feature::kHeadingBefore), 2);
  EXPECT_EQ(page(2, Feature::kHeadingAfter), 1);
  EXPECT_EQ(page(0, Feature::kHeadingBefore), 12);
}

TEST(Features, group_blocks_that_look_alike) {
  const Measured page("<ul><li>a<li>a b c<li>a b c d e</ul><p>a b c d e f g");
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(page(i, Feature::kAlikeWords), 32) << i;
    EXPECT_EQ(page(i, Feature::kAlikeBlocks), 32) << i;
  }
  EXPECT_EQ(page(3, Feature::kAlikeWords), 48);
}

TEST(Features, of_huge_blocks_stay_in_a_byte) {
  std::string many = "<p>";
  for (int i = 0; i < 70000; ++i) many += "a,. ";
  const Measured page(many);
  EXPECT_EQ(page(0, Feature::kWords), 255);
  EXPECT_EQ(page(0, Feature::kCommas), 255);
}

TEST(Features, have_names_that_differ) {
  for (size_t i = 0; i < kFeatures; ++i) {
    EXPECT_FALSE(name(Feature(i)).empty());
    for (size_t j = 0; j < i; ++j) EXPECT_NE(name(Feature(i)), name(Feature(j)));
  }
}

TEST(TagGroups, are_in_range) {
  for (unsigned i = 0; i < static_cast<unsigned>(html::Tag::kBlockTags); ++i) {
    EXPECT_LT(static_cast<unsigned>(tag_group(html::Tag(i))), kTagGroups);
    EXPECT_NE(tag_group(html::Tag(i)), TagGroup::kNone);
  }
}

}  // namespace
}  // namespace doppel::main_content
