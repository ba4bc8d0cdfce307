#include "text/shingles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace doppel {
namespace {

size_t count(std::string_view text, TextRules rules) { return shingles(text, rules).size(); }

TEST(Shingles, the_slides_example_has_nine_4_shingles) {
  EXPECT_EQ(count("My name is Inigo Montoya. You killed my father. Prepare to die", {.k = 4}), 9U);
}

TEST(Shingles, a_text_shorter_than_k_has_one_and_an_empty_text_none) {
  EXPECT_EQ(count("two words", {.k = 5}), 1U);
  EXPECT_EQ(count("", {.k = 5}), 0U);
  EXPECT_EQ(count("... !", {.k = 1}), 0U);
  EXPECT_EQ(count("", {.k = 5, .padding = Padding::kAlways}), 0U);
}

TEST(Shingles, a_short_text_differs_from_every_window_and_from_other_short_texts) {
  std::set<uint64_t> seen;
  for (const char* text : {"a", "b", "a b", "b a", "a a", "a b c", "a b c d"}) {
    auto set = shingles(text, {.k = 5});
    ASSERT_EQ(set.size(), 1U);
    EXPECT_TRUE(seen.insert(set[0]).second) << text;
  }
}

TEST(Shingles, repeated_windows_count_once) {
  EXPECT_EQ(count("x x x x x x x x", {.k = 3}), 1U);
  EXPECT_EQ(count("a b a b a b", {.k = 2}), 2U);
}

TEST(Shingles, order_matters_inside_a_window) {
  EXPECT_NE(shingles("a b c", {.k = 3}), shingles("c b a", {.k = 3}));
}

TEST(Shingles, every_position_of_the_longest_window_counts) {
  std::string text, swapped;
  for (int i = 0; i < 64; ++i) text += "w" + std::to_string(i) + " ";
  auto words = tokens(text);
  auto whole = shingles(text, {.k = 64});
  ASSERT_EQ(whole.size(), 1U);
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    auto changed = words;
    std::swap(changed[i], changed[i + 1]);
    std::string joined;
    for (const auto& w : changed) joined += w + " ";
    EXPECT_NE(shingles(joined, {.k = 64}), whole) << i;
  }
}

TEST(Shingles, padding_gives_every_token_a_window_that_begins_with_it) {
  TextRules padded{.k = 5, .padding = Padding::kAlways};
  EXPECT_EQ(count("a b c d e f g h", padded), 8U);
  EXPECT_EQ(count("a", padded), 1U);
  EXPECT_EQ(count("a b", padded), 2U);
}

// With both hashes, the windows of a padded text are those of its units followed by the dummies.
TEST(Shingles, padding_is_as_if_dummies_followed) {
  constexpr uint64_t kDummy = 0x5851F42D4C957F2D;  // Stored: never changes.
  const text::ShingleKey key = text::ShingleKey::from_seed(4);
  for (uint32_t k : {1U, 2U, 5U, 8U, 64U}) {
    const TextRules plain{.k = k}, padded{.k = k, .padding = Padding::kAlways};
    std::vector<uint64_t> units, expected, found;
    text::SecretUnits secret;
    for (uint64_t count = 0; count < 150; ++count) {
      auto with_dummies = units;
      text::SecretUnits secret_with_dummies = secret;
      for (uint32_t i = 1; i < k && count > 0; ++i) {
        with_dummies.push_back(kDummy);
        secret_with_dummies.push_back(key.padding_unit());
      }
      text::windows(with_dummies, plain, expected);
      text::windows(units, padded, found);
      ASSERT_EQ(found, expected) << k << ' ' << count;
      text::windows(secret_with_dummies, plain, key, expected);
      text::windows(secret, padded, key, found);
      ASSERT_EQ(found, expected) << k << ' ' << count;
      units.push_back(count * 0x9E3779B97F4A7C15);
      secret.push_back({count * 77, count * 0xC2B2AE3D27D4EB4F});
    }
  }
}

TEST(Shingles, char_windows_run_over_the_tokens_joined_by_one_space) {
  TextRules chars{.unit = Unit::kChar, .k = 3};
  EXPECT_EQ(count("abcd", chars), 2U);
  EXPECT_EQ(shingles("ab  --  cd", chars), shingles("AB cd", chars));
  EXPECT_EQ(count("ab cd", chars), 3U);                     // "ab ", "b c", " cd"
  EXPECT_EQ(count("\xC3\xA9\xC3\xA8\xC3\xAA", chars), 1U);  // code points, not bytes
}

TEST(Shingles, are_sorted_and_distinct) {
  auto set = shingles("the cat sat on the mat and the cat sat on the hat", {.k = 2});
  EXPECT_TRUE(std::is_sorted(set.begin(), set.end()));
  EXPECT_EQ(std::adjacent_find(set.begin(), set.end()), set.end());
}

// Stored: these numbers are computed from the bytes of a text and never change within a version of
// the text rules.
TEST(Shingles, known_answers) {
  EXPECT_EQ(shingles("the quick brown fox jumps", {.k = 5}),
            (std::vector<uint64_t>{8768111792962361994U}));
  EXPECT_EQ(shingles("the quick", {.k = 5}), (std::vector<uint64_t>{6116137357908124888U}));
  EXPECT_EQ(shingles("\xE4\xB8\xAD\xE6\x96\x87", {.k = 2}),
            (std::vector<uint64_t>{17631187553440049300U}));
}

}  // namespace
}  // namespace doppel
