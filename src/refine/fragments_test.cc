#include "refine/fragments.h"

#include <gtest/gtest.h>

namespace doppel::refine {
namespace {

using Blocks = std::vector<std::string_view>;

TEST(Fragments, of_plain_text_end_at_blank_lines) {
  EXPECT_EQ(blocks_of("one\ntwo\n\n  \t\nthree"), (Blocks{"one\ntwo", "three"}));
  EXPECT_EQ(blocks_of("\n\none\r\n\r\ntwo\n"), (Blocks{"one\r", "two\n"}));
  EXPECT_EQ(blocks_of("one"), (Blocks{"one"}));
  EXPECT_TRUE(blocks_of("").empty());
  EXPECT_TRUE(blocks_of("\n \n").empty());
}

TEST(Query, needs_every_word_in_any_order_and_case) {
  const Query query("Emacs manual");
  EXPECT_TRUE(query.within("The MANUAL of emacs."));
  EXPECT_FALSE(query.within("The manual of vi."));
  EXPECT_FALSE(query.within("emacsmanual"));
  EXPECT_FALSE(query.within(""));
}

TEST(Query, takes_the_blocks_that_hold_it) {
  EXPECT_EQ(Query("b a a").fragment({"a b", "a", "b c a"}), "a b\nb c a\n");
  EXPECT_EQ(Query("d").fragment({"a b", "a"}), "");
  EXPECT_EQ(Query("?!").fragment({"a b"}), "");
  EXPECT_TRUE(Query("?!").empty());
}

}  // namespace
}  // namespace doppel::refine
