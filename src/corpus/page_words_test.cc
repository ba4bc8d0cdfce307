#include <gtest/gtest.h>

#include "corpus/page_words_reader.h"

namespace doppel::corpus {
namespace {

std::string prose(int sentences) {
  std::string out;
  for (int i = 0; i < sentences; ++i) {
    out += "<p>The old man number " + std::to_string(i) +
           " walked slowly down to the harbour, because he wanted to look for his boat there.</p>";
  }
  return out;
}

PageWords words_of(const std::string& html, Arena& arena, View view = View::kMain) {
  Record record;
  record.kind = Kind::kHtml;
  record.payload = html;
  return PageWordsReader(view).of(record, arena);
}

Level level(const PageWords& a, const PageWords& b) {
  return level_of_equals(a, b, a.text == b.text);
}

TEST(PageWords, tells_equal_pages_from_equal_words_and_equal_content) {
  const std::string body = "<article><h1>News</h1>" + prose(8) + "</article>";
  const std::string menu = "<nav><ul><li><a href=/>Home</a><li><a href=/b>Boats</a></ul></nav>";
  Arena arena;
  const PageWords page = words_of(menu + body, arena);
  const PageWords spaced = words_of(menu + "\n\n" + body, arena);
  const PageWords other = words_of("<nav><ul><li><a href=/>Start</a></ul></nav>" + body, arena);
  ASSERT_EQ(page.text, spaced.text);
  ASSERT_EQ(page.text, other.text);
  EXPECT_EQ(page.text.find("Home"), page.text.npos);
  EXPECT_EQ(level(page, page), Level::kBytes);
  EXPECT_EQ(level(page, spaced), Level::kWords);
  EXPECT_EQ(level(page, other), Level::kMainWords);
  const PageWords plain{page.text};
  EXPECT_EQ(level(plain, plain), Level::kBytes);
  EXPECT_EQ(level(plain, page), Level::kMainWords);
  EXPECT_EQ(level_of_equals(plain, plain, false), Level::kWords);
}

TEST(PageWords, has_all_words_in_view_full) {
  Arena arena;
  const PageWords page = words_of("<nav>Home</nav>" + prose(8), arena, View::kFull);
  EXPECT_TRUE(page.text.starts_with("Home\n"));
  EXPECT_EQ(page.full, 0u);
}

TEST(PageWords, gives_a_thin_page_a_text_without_words) {
  const std::string thin = "<script>" + std::string(50000, 'x') + "</script><p>Loading";
  Arena arena;
  const PageWords page = words_of(thin, arena), other = words_of(thin + " ", arena);
  EXPECT_TRUE(page.thin);
  EXPECT_NE(page.text, other.text);
  EXPECT_EQ(page.text.find("Loading"), page.text.npos);
  EXPECT_EQ(level(page, words_of(thin, arena)), Level::kBytes);
  EXPECT_TRUE(words_of(thin, arena, View::kFull).thin);
  EXPECT_FALSE(words_of(thin + prose(8), arena, View::kFull).thin);
}

}  // namespace
}  // namespace doppel::corpus
