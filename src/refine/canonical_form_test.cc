#include "refine/canonical_form.h"

#include <gtest/gtest.h>

#include "doppel/refine.h"

namespace doppel::refine {
namespace {

TEST(CanonicalForm, has_small_letters_and_single_spaces) {
  EXPECT_EQ(canonical_text("  The  QUICK\tbrown\n\n\nfox "), "the quick brown fox");
  EXPECT_EQ(canonical_text("ÄÖÜ ΑΒΓ Ａ"), "äöü αβγ a");
  EXPECT_EQ(canonical_text("a\u00A0b\u3000c\u2028d"), "a b c d");
}

TEST(CanonicalForm, has_no_colons) {
  EXPECT_EQ(canonical_text("Note: see 10:30"), "note see 1030");
  EXPECT_EQ(canonical_text("a：b :"), "ab");
}

TEST(CanonicalForm, has_a_space_for_dashes_and_quotes) {
  EXPECT_EQ(canonical_text("well-known \"words\" don't"), "well known words don t");
  EXPECT_EQ(canonical_text("“a”—‘b’ «c» `d' −1"), "a b c d 1");
}

TEST(CanonicalForm, loses_the_bullets_of_a_line) {
  EXPECT_EQ(canonical_text("a.1 first\n * second\n(iv) third\n2.3.4 4. fourth"),
            "first second third fourth");
  EXPECT_EQ(canonical_text("1.\n2.\n"), "");
  EXPECT_EQ(canonical_text("x\n1."), "x");
  EXPECT_EQ(canonical_text("- 1. \u2022 dashes are spaces before bullets are cut"),
            "dashes are spaces before bullets are cut");
  EXPECT_EQ(canonical_text("Version 3.5 is out"), "version 3.5 is out");
}

TEST(CanonicalForm, knows_bullets_from_words) {
  for (const char* bullet : {"*", "•", "·", "1.", "1)", "(1)", "a.", "a)", "(b)", "a.1", "1.a",
                             "iv.", "(viii)", "1.2.3", "999.", "12.)", "1.2"}) {
    EXPECT_TRUE(is_bullet(bullet)) << bullet;
  }
  for (const char* word : {"", "a", "1", "iv", "1999.", "e.g.", "u.s.", "end.", "mix.", "(", ")",
                           ".", "()", "1..2", ".1", "1.2.3.4.5.6.7.8.9", "foo)", "3.5cm"}) {
    EXPECT_FALSE(is_bullet(word)) << word;
  }
}

TEST(CanonicalForm, drops_what_cannot_be_seen_and_keeps_what_is_broken_visible) {
  EXPECT_EQ(canonical_text("so\u00ADft\u200B"), "soft");
  EXPECT_EQ(canonical_text("\xEF\xBB\xBF"
                           "bom"),
            "bom");
  EXPECT_EQ(canonical_text("a\xFF"
                           "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(canonical_text(""), "");
  EXPECT_EQ(canonical_text(" : - \" \n"), "");
}

}  // namespace
}  // namespace doppel::refine
