#include "generate/layout.h"

#include <gtest/gtest.h>

#include <vector>

namespace doppel::generate {
namespace {

class Layout : public testing::Test {
 protected:
  std::string text(const std::vector<WordId>& words, uint64_t layout, std::string_view end = "\n") {
    std::string out = "> ";
    append_text(out, words, vocabulary_, layout, end);
    return out;
  }

  Vocabulary vocabulary_;
};

TEST_F(Layout, writes_sentences) {
  EXPECT_EQ(text({0, 1, 2}, 0), "> Te ta to.");
  EXPECT_EQ(text({number_word(48213), 1}, 0), "> 48213 ta.");
  EXPECT_EQ(text({}, 0), "> ");
}

TEST_F(Layout, odd_layouts_end_otherwise) { EXPECT_EQ(text({0, 1, 2}, 1), "> Te ta to!"); }

TEST_F(Layout, puts_what_it_is_given_between_paragraphs) {
  const std::vector<WordId> words(1000, 5);
  std::string with_lines = text(words, 8), with_tags = text(words, 8, "</p><p>");
  EXPECT_NE(with_lines, with_tags);
  for (size_t at; (at = with_tags.find("</p><p>")) != std::string::npos;) {
    with_tags.replace(at, 7, "\n");
  }
  EXPECT_EQ(with_lines, with_tags);
}

TEST_F(Layout, is_the_same_again) {
  const std::vector<WordId> words(100, 77);
  EXPECT_EQ(text(words, 12), text(words, 12));
  EXPECT_NE(text(words, 12), text(words, 14));
}

TEST_F(Layout, holds_the_longest_words) {
  const std::vector<WordId> numbers(10000, number_word(0x7FFFFFFF));
  EXPECT_GT(text(numbers, 2).size(), 10000 * 11u);
}

}  // namespace
}  // namespace doppel::generate
