#include "base/ascii.h"

#include <gtest/gtest.h>

namespace doppel {
namespace {

TEST(Ascii, only_the_capital_letters_of_ascii_have_a_lower_case) {
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    const bool capital = i >= 'A' && i <= 'Z';
    EXPECT_EQ(ascii_lower(c), capital ? static_cast<char>(i - 'A' + 'a') : c) << i;
  }
  EXPECT_EQ(ascii_lower("Straße @[ \xC3\x84Z"), "straße @[ \xC3\x84z");
}

TEST(Ascii, words_are_compared_without_case) {
  EXPECT_TRUE(equal_ignoring_case("Content-TYPE", "content-type"));
  EXPECT_FALSE(equal_ignoring_case("content-type", "content-typ"));
  EXPECT_FALSE(equal_ignoring_case("[", "{"));  // one bit apart, as A and a are
  EXPECT_TRUE(equal_ignoring_case("", ""));
}

TEST(Ascii, beginnings_and_ends_are_compared_without_case) {
  EXPECT_TRUE(starts_ignoring_case("<!DocType html>", "<!doctype"));
  EXPECT_FALSE(starts_ignoring_case("<!doc", "<!doctype"));
  EXPECT_TRUE(ends_ignoring_case("INDEX.HTML", ".html"));
  EXPECT_FALSE(ends_ignoring_case("l", ".html"));
  EXPECT_TRUE(ends_ignoring_case("anything", ""));
}

TEST(Ascii, trims_both_ends) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \r\n"), "");
  EXPECT_EQ(trim("a"), "a");
}

}  // namespace
}  // namespace doppel
