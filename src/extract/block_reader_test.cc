#include "extract/block_reader.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace doppel::extract {
namespace {

using html::Element;
using html::Tag;

std::string text_of(std::string_view page) {
  auto exact = std::make_unique<char[]>(page.size());
  page.copy(exact.get(), page.size());
  BlockReader reader;
  const std::string alone(reader.read({exact.get(), page.size()}, {}).text);
  const html::PageBlocks with =
      reader.read({exact.get(), page.size()}, {.blocks = true, .links = true});
  EXPECT_EQ(alone, with.text) << page;
  return alone;
}

TEST(BlockReader, writes_one_line_a_block) {
  EXPECT_EQ(text_of("<h1>One</h1><p>two <b>three</b>four</p>five"), "One\ntwo threefour\nfive");
  EXPECT_EQ(text_of("<table><tr><td>a<td>b<tr><td>c</table>"), "a\nb\nc");
  EXPECT_EQ(text_of("<x-tile>a</x-tile>b"), "a\nb");
  EXPECT_EQ(text_of(""), "");
  EXPECT_EQ(text_of("<p></p><div> \n </div>"), "");
}

TEST(BlockReader, collapses_white_space) {
  EXPECT_EQ(text_of(" \n a\t\tb \r\n c<b> </b> d "), "a b c d");
  EXPECT_EQ(text_of("<pre>a\n  b</pre>"), "a b");
  EXPECT_EQ(text_of("<p>&nbsp; a&nbsp;b \xC2\xA0</p><p>&nbsp;</p>c"),
            "a\xC2\xA0"
            "b\nc");
  EXPECT_EQ(text_of("a&#32;&#10; b&#9;"), "a b");
  EXPECT_EQ(text_of(std::string(100, ' ') + "a" + std::string(100, '\n') + "b"), "a b");
}

TEST(BlockReader, ends_a_block_at_two_breaks) {
  EXPECT_EQ(text_of("a<br>b<br><br>c<br> <br>d<hr>e"), "a b\nc\nd\ne");
  EXPECT_EQ(text_of("<br><br>a"), "a");
}

TEST(BlockReader, leaves_out_what_is_no_text) {
  EXPECT_EQ(text_of("a<script>x<p></script><style>y</style><!-- z -->b"), "ab");
  EXPECT_EQ(text_of("a<template>x<template>y</template><p>z</template>b"), "ab");
  EXPECT_EQ(text_of("a<noscript><p>x</p></noscript><iframe>y</iframe>b"), "ab");
  EXPECT_EQ(text_of("a<svg><title>x</title><text>y</text><style>p{}</style></svg>b"), "ab");
  EXPECT_EQ(text_of("<title>x</title>a"), "a");
  EXPECT_EQ(text_of("a<select><option>b<option>c</select><textarea><p>d</textarea>e"),
            "a\nb\nc\n<p>d\ne");
}

TEST(BlockReader, comes_back_from_svg_and_math) {
  EXPECT_EQ(text_of("<svg><g>x<p>a</p>"), "a");
  EXPECT_EQ(text_of("<div><svg><path></div>a"), "a");
  EXPECT_EQ(text_of("<math><mi>x</mi><mo>+</mo></math> a"), "x+ a");
  EXPECT_EQ(text_of("<svg><foreignObject><p>x</p></foreignObject>y</svg>a"), "a");
  EXPECT_EQ(text_of("<math><![CDATA[a<b]]></math><![CDATA[x]]>c"), "a<bc");
}

TEST(BlockReader, drops_nul_where_markup_is_read) {
  EXPECT_EQ(text_of(std::string_view("a\0b<textarea>c\0</textarea>", 26)), "ab\nc\uFFFD");
}

TEST(BlockReader, decodes_references_across_steps_of_sixteen_bytes) {
  for (size_t lead = 0; lead < 40; ++lead) {
    const std::string before(lead, 'x');
    EXPECT_EQ(text_of(before + "&lt;b&gt;&nosuch;&copy"), before + "<b>&nosuch;©");
  }
}

TEST(BlockReader, gives_each_block_its_element_and_its_links) {
  const std::string page =
      "<body><div class=story id=s><p>One <a href=x>tw&ouml;</a></p>three</div>"
      "<ul><li><a href=y>four<li>five</ul>";
  BlockReader reader;
  const html::PageBlocks blocks = reader.read(page, {.blocks = true, .links = true});
  ASSERT_EQ(blocks.blocks.size(), 4u);
  ASSERT_EQ(blocks.elements.size(), 6u);
  const html::Block& one = blocks.blocks[0];
  EXPECT_EQ(blocks.text_of(one), "One twö");
  EXPECT_EQ(one.words, 2u);
  EXPECT_EQ(one.chars, 7u);
  EXPECT_EQ(one.link_chars, 3u);
  EXPECT_EQ(one.links, 1u);
  const Element& p = blocks.elements[one.element];
  EXPECT_EQ(p.tag, Tag::kP);
  EXPECT_EQ(p.depth, 2u);
  const Element& div = blocks.elements[p.parent];
  EXPECT_EQ(div.tag, Tag::kDiv);
  EXPECT_EQ(blocks.naming_attributes(div).classes, "story");
  EXPECT_EQ(blocks.naming_attributes(div).id, "s");
  EXPECT_EQ(div.first_block, 0u);
  EXPECT_EQ(div.end_block, 2u);
  EXPECT_EQ(p.ancestors, bit(Tag::kBody) | bit(Tag::kDiv));
  EXPECT_EQ(blocks.elements[blocks.blocks[1].element].tag, Tag::kDiv);
  // The link ends with its list item.
  EXPECT_EQ(blocks.blocks[2].link_chars, 4u);
  EXPECT_EQ(blocks.blocks[3].link_chars, 0u);
  EXPECT_EQ(blocks.elements[0].end_block, 4u);
  EXPECT_EQ(reader.metadata().links, (std::vector<std::string_view>{"x", "y"}));
}

TEST(BlockReader, stands_children_after_parents_with_ranges_inside_theirs) {
  std::string page;
  for (int i = 0; i < 300; ++i) {
    page += "<div><p>a<table><tr><td>b<ul><li>c<li>d</ul></div></td></table>e<section>";
  }
  BlockReader reader;
  const html::PageBlocks blocks = reader.read(page, {.blocks = true});
  for (size_t i = 1; i < blocks.elements.size(); ++i) {
    const Element& element = blocks.elements[i];
    ASSERT_LT(element.parent, i);
    const Element& parent = blocks.elements[element.parent];
    EXPECT_LT(element.first_block, element.end_block);
    EXPECT_GE(element.first_block, parent.first_block);
    EXPECT_LE(element.end_block, parent.end_block);
    EXPECT_GT(element.depth, parent.depth);
  }
  for (size_t i = 0; i < blocks.blocks.size(); ++i) {
    const Element& element = blocks.elements[blocks.blocks[i].element];
    EXPECT_GE(i, element.first_block);
    EXPECT_LT(i, element.end_block);
  }
}

TEST(BlockReader, reads_what_the_page_says_about_itself) {
  BlockReader reader;
  const std::string page =
      "<html lang='de'><title> A &amp;\n B </title><base href=/x/>"
      "<link rel='nofollow CANONICAL' href=' https://a.org/?a=1&amp;b=2 '>"
      "<link rel=alternate hreflang=en href=/en><link rel=alternate type=rss href=/rss>"
      "<meta name=Robots content='noindex, nofollow'>"
      "<meta http-equiv=refresh content='5; URL=\"next.html\"'>a";
  EXPECT_EQ(reader.read(page, {}).text, "a");
  const PageMetadata& metadata = reader.metadata();
  EXPECT_EQ(metadata.title, "A & B");
  EXPECT_EQ(metadata.lang, "de");
  EXPECT_EQ(metadata.base, "/x/");
  EXPECT_EQ(metadata.canonical, "https://a.org/?a=1&b=2");
  ASSERT_EQ(metadata.alternates.size(), 1u);
  EXPECT_EQ(metadata.alternates[0].lang, "en");
  EXPECT_EQ(metadata.alternates[0].href, "/en");
  EXPECT_EQ(metadata.robots, "noindex, nofollow");
  EXPECT_EQ(metadata.refresh, "next.html");
  EXPECT_EQ(metadata.refresh_seconds, 5);
  reader.read("b", {});
  EXPECT_EQ(reader.metadata().title, "");
  EXPECT_TRUE(reader.metadata().alternates.empty());
}

}  // namespace
}  // namespace doppel::extract
