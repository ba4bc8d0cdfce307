#include "compare/text_table.h"

#include <gtest/gtest.h>

namespace doppel::compare {
namespace {

class TextTableTest : public testing::Test {
 protected:
  TextTable::Place add(std::string_view text) { return table_.add(text, signer_.sign(text)); }

  Signer signer_{TextRules{}};
  TextTable table_{TextRules{}};
};

TEST_F(TextTableTest, equal_words_are_one_text_with_several_forms) {
  auto a = add("Hello, world"), b = add("hello   WORLD!"), c = add("Hello, world");
  EXPECT_EQ(a.text, b.text);
  EXPECT_NE(a.form, b.form);
  EXPECT_EQ(a.text, c.text);
  EXPECT_EQ(a.form, c.form);
  EXPECT_EQ(table_.size(), 1U);
}

TEST_F(TextTableTest, texts_without_tokens_are_equal_only_by_their_bytes) {
  auto a = add("..."), b = add("!!!"), c = add("..."), empty = add("");
  EXPECT_NE(a.text, b.text);
  EXPECT_EQ(a.text, c.text);
  EXPECT_NE(a.text, empty.text);
  EXPECT_TRUE(table_.shingles(a.text).empty());
}

TEST_F(TextTableTest, a_forged_hash_merges_nothing) {
  ExactSignature first = signer_.sign("one text here"), second = signer_.sign("another text there");
  second.words_hash = first.words_hash;
  second.bytes_hash = first.bytes_hash;
  auto a = table_.add("one text here", first), b = table_.add("another text there", second);
  EXPECT_NE(a.text, b.text);
  EXPECT_NE(a.form, b.form);
  EXPECT_EQ(table_.add("another text there", second).text, b.text);
}

TEST_F(TextTableTest, shingles_are_kept_with_the_text) {
  auto place = add("the quick brown fox jumps over the lazy dog");
  auto expected = doppel::shingles("the quick brown fox jumps over the lazy dog");
  auto kept = table_.shingles(place.text);
  EXPECT_TRUE(std::equal(kept.begin(), kept.end(), expected.begin(), expected.end()));
}

TEST(Signer, uses_the_rules) {
  std::string_view text = "the quick brown fox jumps over 12 dogs";
  for (TextRules rules :
       {TextRules{.k = 2}, TextRules{.unit = Unit::kChar, .k = 8},
        TextRules{.padding = Padding::kAlways}, TextRules{.mask_numbers = true}}) {
    EXPECT_EQ(Signer(rules).sign(text).shingles, doppel::shingles(text, rules));
  }
}

}  // namespace
}  // namespace doppel::compare
