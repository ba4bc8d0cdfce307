#include "generate/edits.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace doppel::generate {
namespace {

// Windows by a set of vectors: slow, and nothing but the definition.
std::set<Words> window_set(const Words& words) {
  std::set<Words> out;
  for (size_t i = 0; i + kWindowWords <= words.size(); ++i) {
    out.emplace(words.begin() + static_cast<ptrdiff_t>(i),
                words.begin() + static_cast<ptrdiff_t>(i + kWindowWords));
  }
  return out;
}

// Words that are all different: every promise is exact.
Words different_words(size_t count) {
  Words words(count);
  std::iota(words.begin(), words.end(), WordId{40000});
  return words;
}

void expect_true(const Words& old_words, const Words& new_words, const Change& change) {
  const auto left = window_set(new_words), right = window_set(old_words);
  uint64_t common = 0;
  for (const Words& window : left) common += right.count(window);
  EXPECT_EQ(change.common, common);
  EXPECT_EQ(change.left_only, left.size() - common);
  EXPECT_EQ(change.right_only, right.size() - common);
  EXPECT_EQ(new_words.size() + change.deleted, old_words.size() + change.inserted);
}

TEST(Edits, say_what_they_did_to_the_windows) {
  const Vocabulary vocabulary;
  for (size_t size : {20u, 21u, 40u, 81u, 300u, 2000u}) {
    const Words source = different_words(size);
    for (uint64_t seed = 0; seed < 200; ++seed) {
      Random random(seed, Purpose::kEdits);
      Words edited, with_banner, trimmed;
      expect_true(source, edited, edit_words(source, vocabulary, random, edited));
      expect_true(source, with_banner, add_banner(source, vocabulary, random, with_banner));
      expect_true(source, trimmed, trim(source, random, trimmed));
      EXPECT_NE(edited, source);
    }
  }
}

TEST(Edits, know_repeated_words) {
  const Vocabulary vocabulary;
  Words source = different_words(400);
  for (size_t i = 0; i + 1 < source.size(); i += 7) source[i] = source[i + 1];
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed, Purpose::kEdits);
    Words edited;
    expect_true(source, edited, edit_words(source, vocabulary, random, edited));
  }
}

TEST(Edits, change_nothing_when_nothing_is_done) {
  const Words source = different_words(30);
  EXPECT_EQ(no_change(source), (Change{.common = 26}));
}

}  // namespace
}  // namespace doppel::generate
