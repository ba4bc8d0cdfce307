#include "main_content/text_counts.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace doppel::main_content {
namespace {

TEST(TextCounts, of_nothing_are_zero) {
  const TextCounts counts = count_text("");
  EXPECT_EQ(counts.words, 0u);
  EXPECT_EQ(counts.first, CharKind::kNone);
  EXPECT_EQ(counts.last, CharKind::kNone);
  EXPECT_EQ(count_text(" \n ").first, CharKind::kNone);
}

TEST(TextCounts, count_words_commas_and_sentences) {
  const TextCounts counts = count_text("Ann, 42, met Tom. He ran! Why? 3.14 is no end.");
  EXPECT_EQ(counts.words, 11u);
  EXPECT_EQ(counts.commas, 2u);
  EXPECT_EQ(counts.sentence_ends, 4u);
  EXPECT_EQ(counts.capital_words, 4u);
  EXPECT_EQ(counts.capitals, 4u);
  EXPECT_EQ(counts.digits, 5u);
  EXPECT_EQ(counts.first, CharKind::kCapital);
  EXPECT_EQ(counts.last, CharKind::kSentenceEnd);
}

TEST(TextCounts, know_capitals_of_other_alphabets) {
  EXPECT_EQ(count_text("Élan Ωmega Москва élan").capital_words, 3u);
  EXPECT_EQ(count_text("Élan").first, CharKind::kCapital);
  EXPECT_EQ(count_text("élan").first, CharKind::kLetter);
}

TEST(TextCounts, know_marks_of_other_scripts) {
  const TextCounts han = count_text("今天天气很好，我们去公园。你呢？");
  EXPECT_EQ(han.commas, 1u);
  EXPECT_EQ(han.sentence_ends, 2u);
  EXPECT_EQ(han.first, CharKind::kSpaceless);
  EXPECT_EQ(han.last, CharKind::kSentenceEnd);
  EXPECT_EQ(count_text("مرحبا، كيف؟").commas, 1u);
  EXPECT_EQ(count_text("مرحبا، كيف؟").sentence_ends, 1u);
  EXPECT_EQ(count_text("नमस्ते।").sentence_ends, 1u);
}

TEST(TextCounts, know_a_label) {
  EXPECT_EQ(count_text("Photo: Ann Smith").label, Label::kOneWord);
  EXPECT_EQ(count_text("See also this: the bridge").label, Label::kFewWords);
  EXPECT_EQ(count_text("Ingredients:").label, Label::kOnly);
  EXPECT_EQ(count_text("It was a long sentence before this: the end").label, Label::kNone);
  EXPECT_EQ(count_text("at 10:30 it began").label, Label::kNone);
  EXPECT_EQ(count_text("nothing").label, Label::kNone);
}

TEST(TextCounts, count_signs) {
  EXPECT_EQ(count_text("Home | News / Sport \xC2\xBB Top \xC2\xA9 us").signs, 4u);
  EXPECT_EQ(count_text("caf\xC3\xA9, no sign.").signs, 0u);
}

TEST(TextCounts, count_two_spaceless_letters_as_a_word) {
  EXPECT_EQ(count_text("日本語文章").words, 1u + 5u / 2);
}

TEST(TextCounts, stay_inside_a_text_that_ends_in_a_sequence) {
  for (const char* text : {"\xE3", "\xE3\x80", "\xC3", "\xEF\xBC", "a\xD0", "\x80\x80", "\xFF"}) {
    const std::string exact(text);
    count_text(exact);  // the address sanitizer checks this
  }
}

// The same counts, byte by byte.
TextCounts slow_count(const std::string& text) {
  TextCounts counts;
  uint32_t spaceless = 0;
  const auto space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool begins = i == 0 || space(text[i - 1]);
    const bool capital = c >= 'A' && c <= 'Z';
    counts.signs += std::string_view("|/<>#@+=_*~\\&").find(c) != std::string_view::npos;
    counts.words += begins && !space(c);
    counts.commas += c == ',' || c == ';';
    counts.capitals += capital;
    counts.capital_words += capital && begins;
    counts.digits += c >= '0' && c <= '9';
    const bool ends = i + 1 == text.size() || space(text[i + 1]);
    counts.sentence_ends += (c == '.' || c == '!' || c == '?') && ends;
    const auto begins_one_of = [&](std::initializer_list<std::string_view> marks) {
      return std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) {
        return text.compare(i, mark.size(), mark) == 0;
      });
    };
    counts.commas += begins_one_of({"،", "؛", "、", "，", "；"});
    counts.sentence_ends += begins_one_of({"؟", "।", "。", "！", "？"});
    counts.signs += begins_one_of({"©", "·", "»"});
    const bool other_capital = begins_one_of({"É", "Ω", "Ж"});
    counts.capitals += other_capital;
    counts.capital_words += other_capital && begins;
    spaceless += c >= '\xE3' && c <= '\xE9';
  }
  counts.words += spaceless / 2;
  return counts;
}

// On every kind of vector that this machine has.
class TextCountsOn : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};
INSTANTIATE_TEST_SUITE_P(Targets, TextCountsOn,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const testing::TestParamInfo<int64_t>& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

TEST_P(TextCountsOn, agree_with_a_plain_loop) {
  std::mt19937 random(1);
  std::vector<std::string> pieces = {"،", "؛", "、", "，", "؟", "।", "。", "！", "©",
                                     "»", "É", "é",  "Ω",  "Ж", "ж", "日", "ü",  "“"};
  for (int c = 1; c < 0x80; ++c) pieces.emplace_back(1, static_cast<char>(c));
  for (const char* often : {" ", ". ", " A", "\n", "!", "a"})
    pieces.insert(pieces.end(), 10, often);
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    const bool only_ascii = round % 2 == 0;
    for (size_t i = random() % 150; i > 0; --i) {
      const size_t piece = random() % pieces.size();
      if (!only_ascii || pieces[piece][0] > 0) text += pieces[piece];
    }
    const TextCounts fast = count_text(text), slow = slow_count(text);
    ASSERT_EQ(fast.signs, slow.signs) << text;
    ASSERT_EQ(fast.words, slow.words) << text;
    ASSERT_EQ(fast.commas, slow.commas) << text;
    ASSERT_EQ(fast.sentence_ends, slow.sentence_ends) << text;
    ASSERT_EQ(fast.capitals, slow.capitals) << text;
    ASSERT_EQ(fast.capital_words, slow.capital_words) << text;
    ASSERT_EQ(fast.digits, slow.digits) << text;
  }
}

}  // namespace
}  // namespace doppel::main_content
