#include "base/ascii.h"

#include <gtest/gtest.h>

namespace doppel {
namespace {

TEST(Ascii, only_letters_have_a_case) {
  EXPECT_EQ(ascii_lower('A'), 'a');
  EXPECT_EQ(ascii_lower('Z'), 'z');
  for (char c : {'@', '[', '`', '{', 'a', '0', '\xc4'}) EXPECT_EQ(ascii_lower(c), c);
  EXPECT_TRUE(equal_ignoring_case("Content-Type", "content-TYPE"));
  EXPECT_FALSE(equal_ignoring_case("Content-Type", "Content-Typ"));
  EXPECT_FALSE(equal_ignoring_case("\xc4", "\xe4"));
}

TEST(Ascii, trims_both_ends) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \r\n"), "");
  EXPECT_EQ(trim("a"), "a");
}

}  // namespace
}  // namespace doppel
