#include "texts/text_table.h"

#include <gtest/gtest.h>

namespace doppel::texts {
namespace {

class TextTableTest : public testing::TestWithParam<bool> {
 protected:
  TextTable::AddedText add(std::string_view text) { return add(text, signer_.identify(text)); }
  TextTable::AddedText add(std::string_view text, Hash128 words_hash) {
    return *table_.add(text, words_hash);
  }

  Signer signer_{TextRules{}};
  MemoryTexts store_;
  TextTable table_{TextRules{}, store_, GetParam() ? TableHash::zero() : TableHash::usual()};
};
INSTANTIATE_TEST_SUITE_P(hash_zero, TextTableTest, testing::Bool());

TEST_P(TextTableTest, equal_words_are_one_text_with_several_forms) {
  auto a = add("Hello, world"), b = add("hello   WORLD!"), c = add("Hello, world");
  auto d = add("hello   WORLD!"), e = add("HELLO world");
  EXPECT_TRUE(a.is_new);
  EXPECT_FALSE(b.is_new);
  EXPECT_EQ(a.text, b.text);
  EXPECT_NE(a.form, b.form);
  EXPECT_EQ(a.text, c.text);
  EXPECT_EQ(a.form, c.form);
  EXPECT_EQ(b.form, d.form);
  EXPECT_EQ(a.text, e.text);
  EXPECT_NE(b.form, e.form);
  EXPECT_EQ(table_.size(), 1U);
  EXPECT_EQ(table_.forms(), 3U);
}

TEST_P(TextTableTest, texts_without_tokens_are_equal_only_by_their_bytes) {
  auto a = add("..."), b = add("!!!"), c = add("..."), empty = add(""), again = add("");
  EXPECT_NE(a.text, b.text);
  EXPECT_EQ(a.text, c.text);
  EXPECT_NE(a.text, empty.text);
  EXPECT_EQ(again.text, empty.text);
  EXPECT_NE(add("???", signer_.identify("...")).text, a.text) << "a forged hash";
}

TEST_P(TextTableTest, a_forged_hash_merges_nothing) {
  const Hash128 first = signer_.identify("one text here");
  const Hash128 second = first;  // forged
  auto a = add("one text here", first), b = add("another text there", second);
  EXPECT_NE(a.text, b.text);
  EXPECT_NE(a.form, b.form);
  EXPECT_EQ(add("another text there", second).text, b.text);
  EXPECT_EQ(add("Another text there", second).text, b.text);
  EXPECT_EQ(add("one text here", first).form, a.form);
}

TEST_P(TextTableTest, texts_of_one_forged_hash_are_told_apart) {
  const Hash128 forged = signer_.identify("one text here");
  std::vector<TextTable::AddedText> added_texts;
  for (std::string_view text : {"first text", "second text", "third text", "...", "!!!"}) {
    added_texts.push_back(add(text, forged));
    EXPECT_TRUE(added_texts.back().is_new) << text;
  }
  for (std::string_view text : {"Second, text", "second text!", "Second, text"}) {
    auto added = add(text, forged);
    EXPECT_FALSE(added.is_new);
    EXPECT_EQ(added.text, added_texts[1].text);
    EXPECT_NE(added.form, added_texts[1].form);
  }
  EXPECT_EQ(add("third text", forged).form, added_texts[2].form);
  EXPECT_EQ(add("!!!", forged).form, added_texts[4].form);
  EXPECT_EQ(table_.size(), 5U);
  EXPECT_EQ(table_.forms(), 7U);
}

TEST_P(TextTableTest, texts_are_read_by_their_first_form) {
  auto a = add("Hello, world");
  add("hello world");
  auto b = add("another");
  auto reader = store_.reader();
  EXPECT_EQ(*reader->text(table_.first_form(a.text)), "Hello, world");
  EXPECT_EQ(*reader->text(table_.first_form(b.text)), "another");
  EXPECT_EQ(table_.words_hash(b.text), signer_.identify("ANOTHER"));
}

TEST_P(TextTableTest, grows) {
  for (int round = 0; round < 2; ++round) {
    for (uint32_t i = 0; i < 2000; ++i) {
      auto added = add("text number " + std::to_string(i));
      ASSERT_EQ(added.text, TextId{i});
      ASSERT_EQ(added.is_new, round == 0);
    }
  }
}

// Counts how often a text is read again.
class CountedTexts : public MemoryTexts {
 public:
  std::unique_ptr<TextReader> reader() const override {
    return std::make_unique<Reader>(MemoryTexts::reader(), reads);
  }
  mutable size_t reads = 0;

 private:
  struct Reader : TextReader {
    Reader(std::unique_ptr<TextReader> inner, size_t& counter)
        : texts(std::move(inner)), reads(counter) {}
    Result<std::string_view> text(FormId form) override {
      ++reads;
      return texts->text(form);
    }
    std::unique_ptr<TextReader> texts;
    size_t& reads;
  };
};

// Whoever finds colliding words finds 2^n texts of one hash in n searches.
TEST(TextTable, a_thousand_texts_of_one_hash_take_a_thousand_times_the_work_of_one) {
  constexpr size_t kTexts = 1000;
  Signer signer{TextRules{}};
  CountedTexts store;
  TextTable table(TextRules{}, store);
  const Hash128 forged = signer.identify("whatever");
  for (size_t round = 0; round < 2; ++round) {
    for (size_t i = 0; i < kTexts; ++i) {
      const std::string text = "text " + std::to_string(i);
      auto added = table.add(text, forged);
      ASSERT_EQ(added->text.index(), i);
    }
  }
  EXPECT_LT(store.reads, 10 * kTexts);
}

}  // namespace
}  // namespace doppel::texts
