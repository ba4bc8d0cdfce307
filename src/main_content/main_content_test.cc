#include "main_content/main_content.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "support/html_blocks.h"

namespace doppel::main_content {
namespace {

struct Chosen {
  explicit Chosen(std::string html) : source(std::move(html)) {
    page = reader.read(source);
    choice = main.choose(page);
  }
  std::string text() const {
    std::string out;
    for (size_t i = 0; i < page.blocks.size(); ++i) {
      if (choice.keep[i] != 0) out += std::string(page.text_of(page.blocks[i])) + "\n";
    }
    return out;
  }

  std::string source;
  support::HtmlBlocks reader;
  MainContent main;
  html::PageBlocks page;
  MainChoice choice;
};

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

class GoldenPage : public testing::TestWithParam<const char*> {};

// tests/golden/main_content has pages and the text that is kept of each.
TEST_P(GoldenPage, keeps_its_main_content) {
  const std::filesystem::path folder = DOPPEL_SOURCE_DIR "/tests/golden/main_content";
  const Chosen chosen(read_file(folder / (std::string(GetParam()) + ".html")));
  EXPECT_EQ(chosen.text(), read_file(folder / (std::string(GetParam()) + ".txt")));
}
INSTANTIATE_TEST_SUITE_P(MainContent, GoldenPage,
                         testing::Values("article", "forum", "product", "list", "thin",
                                         "spaceless"),
                         [](const auto& page) { return std::string(page.param); });

TEST(MainContent, of_an_empty_page_is_empty) {
  const Chosen chosen("");
  EXPECT_EQ(chosen.text(), "");
  EXPECT_FALSE(chosen.choice.thin);
}

TEST(MainContent, of_few_words_in_many_bytes_is_thin) {
  const std::string script = "<script>" + std::string(5000, 'x') + "</script>";
  EXPECT_TRUE(Chosen(script + "<p>Please wait.</p>").choice.thin);
  EXPECT_FALSE(Chosen("<p>Please wait.</p>").choice.thin);
  EXPECT_TRUE(is_thin("Please wait.", 50000));
  EXPECT_FALSE(is_thin("Please wait.", 800));
  std::string words;
  for (int i = 0; i < 50; ++i) words += std::string(30, 'w') + ' ';
  EXPECT_FALSE(is_thin(words, 50000));
  EXPECT_TRUE(is_thin(words.substr(31), 50000));
  std::string text;
  for (int i = 0; i < 60; ++i) text += "word ";
  EXPECT_FALSE(Chosen(script + "<p>" + text + "</p>").choice.thin);
}

TEST(MainContent, of_a_page_of_few_words_is_all_of_it) {
  const Chosen chosen("<nav><a href=x>Home</a></nav><p>Hello there.</p>");
  EXPECT_EQ(chosen.choice.rule, MainRule::kAll);
  EXPECT_EQ(chosen.text(), "Home\nHello there.\n");
}

TEST(MainContent, of_a_page_of_links_is_not_empty) {
  std::string html = "<ul class=nav>";
  for (int i = 0; i < 100; ++i) html += "<li><a href=x>Link to a page</a></li>";
  const Chosen chosen(html + "</ul>");
  EXPECT_NE(chosen.text(), "");
}

TEST(MainContent, of_a_large_table_is_more_than_its_introduction) {
  std::string html =
      "<div class=content><p>This table lists the names, sizes and ages of all stones in the "
      "valley, "
      "as they were found, measured and noted by hand in the summer of that year.</p><table>";
  for (int i = 0; i < 600; ++i) html += "<tr><td>s" + std::to_string(i) + "<td>4 cm<td>8 cm";
  const Chosen chosen(html);
  EXPECT_GT(chosen.choice.words, 600u * 5 / 32);
}

TEST(MainContent, of_a_page_of_too_many_blocks_is_all_of_it) {
  std::string html;
  for (size_t i = 0; i <= MainContent::kMaxBlocks; ++i) html += "<p>a";
  const Chosen chosen(html);
  EXPECT_EQ(chosen.choice.rule, MainRule::kAll);
  EXPECT_EQ(chosen.choice.keep.size(), MainContent::kMaxBlocks + 1);
  EXPECT_EQ(chosen.choice.words, MainContent::kMaxBlocks + 1);
}

TEST(MainContent, counts_the_words_it_keeps) {
  const Chosen chosen(read_file(DOPPEL_SOURCE_DIR "/tests/golden/main_content/article.html"));
  EXPECT_EQ(chosen.choice.rule, MainRule::kModel);
  EXPECT_FALSE(chosen.choice.thin);
  EXPECT_EQ(chosen.choice.words, count_text(chosen.text()).words);
}

TEST(MainContent, does_not_remember_the_page_before) {
  const std::string html = read_file(DOPPEL_SOURCE_DIR "/tests/golden/main_content/forum.html");
  const Chosen alone(html);
  support::HtmlBlocks reader;
  MainContent main;
  const std::string other = read_file(DOPPEL_SOURCE_DIR "/tests/golden/main_content/product.html");
  main.choose(reader.read(other));
  const MainChoice choice = main.choose(reader.read(html));
  EXPECT_TRUE(std::equal(choice.keep.begin(), choice.keep.end(), alone.choice.keep.begin(),
                         alone.choice.keep.end()));
}

}  // namespace
}  // namespace doppel::main_content
