#include "main_content/hints.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "main_content/hint_roots.h"

namespace doppel::main_content {
namespace {

bool has(std::string_view value, Hint hint) { return (find_hints(value) & bit(hint)) != 0; }

TEST(Hints, are_found_in_any_way_of_joining_words) {
  for (const char* value : {"nav-main", "nav_main", "NAV main", "main nav", "mainNav", "nav"}) {
    EXPECT_TRUE(has(value, Hint::kNavigation)) << value;
  }
}

TEST(Hints, of_short_roots_need_a_word_of_their_own) {
  EXPECT_TRUE(has("ad-slot", Hint::kAdvert));
  EXPECT_TRUE(has("slot ad", Hint::kAdvert));
  EXPECT_TRUE(has("adSlot", Hint::kAdvert));
  EXPECT_FALSE(has("header", Hint::kAdvert));
  EXPECT_FALSE(has("download", Hint::kAdvert));
}

TEST(Hints, of_long_roots_are_found_inside_words) {
  EXPECT_TRUE(has("mainComments", Hint::kComment));
  EXPECT_TRUE(has("articlebody", Hint::kArticle));
}

TEST(Hints, of_several_meanings_add_up) {
  const HintSet found = find_hints("post-content related");
  EXPECT_EQ(found, bit(Hint::kArticle) | bit(Hint::kContent) | bit(Hint::kRelated));
}

TEST(Hints, of_a_root_that_is_the_end_of_another_are_found) {
  // "copyright-holder" contains "copyright", which is a root of its own.
  EXPECT_TRUE(has("copyright-holder", Hint::kLegal));
  EXPECT_TRUE(has("copyright-holder", Hint::kCaption));
}

TEST(Hints, of_nothing_are_none) {
  EXPECT_EQ(find_hints(""), 0u);
  EXPECT_EQ(find_hints("x1 y2 \xC3\xA9"), 0u);
}

// Converts the value to the alphabet of the automaton, with bars, and searches it for each root.
HintSet slow_hints(std::string_view value) {
  std::string plain = "|";
  char before = 0;
  for (char c : value) {
    const bool capital = c >= 'A' && c <= 'Z', small = c >= 'a' && c <= 'z';
    if (capital && before >= 'a' && before <= 'z') plain += '|';
    plain += capital ? static_cast<char>(c + 32) : small ? c : '|';
    before = c;
  }
  plain += '|';
  HintSet found = 0;
  for_each_hint_root([&](std::string_view root, Hint hint) {
    if (plain.find(root) != std::string::npos) found |= bit(hint);
  });
  return found;
}

TEST(Hints, agree_with_a_search_for_each_root) {
  std::vector<std::string> roots;
  for_each_hint_root([&](std::string_view root, Hint) { roots.emplace_back(root); });
  std::mt19937 random(7);
  const std::string joints = "-_ 1Aa";
  for (int round = 0; round < 3000; ++round) {
    std::string value;
    for (int part = 0; part < 4; ++part) {
      std::string word = roots[random() % roots.size()];
      std::erase(word, '|');
      const size_t from = random() % 3 == 0 ? random() % word.size() : 0;
      value += word.substr(from, 1 + random() % word.size());
      if (random() % 2 == 0) value += joints[random() % joints.size()];
    }
    ASSERT_EQ(find_hints(value), slow_hints(value)) << value;
  }
}

TEST(Hints, have_names_that_differ) {
  for (unsigned i = 0; i < kHints; ++i) {
    for (unsigned j = 0; j < i; ++j) EXPECT_NE(name(Hint(i)), name(Hint(j)));
  }
}

}  // namespace
}  // namespace doppel::main_content
