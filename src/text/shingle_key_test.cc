#include "text/shingle_key.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "text/shingles.h"
#include "text/tokenizer.h"
#include "text/unit_hash.h"
#include "text/window_hashes.h"

namespace doppel::text {
namespace {

// Two words with the same fixed hash. Finding such words takes about 20 seconds.
constexpr std::string_view kColliding[] = {"pnsntpmlqhmjksul", "nrfkujhtkpjllnlu"};

std::vector<uint64_t> keyed_windows(std::string_view text, const TextRules& rules,
                                    const ShingleKey& key) {
  Tokens tokens;
  tokenize(text, rules.mask_numbers, tokens);
  SecretUnits units;
  std::vector<uint64_t> out;
  unit_hashes(tokens, rules.unit, key, units);
  windows(units, rules, key, out);
  return out;
}

TEST(ShingleKey, tells_words_apart_that_have_one_fixed_hash) {
  ASSERT_NE(kColliding[0], kColliding[1]);
  ASSERT_EQ(unit_hash(kColliding[0]), unit_hash(kColliding[1]));
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const ShingleKey key = ShingleKey::from_seed(seed);
    EXPECT_NE(key.word_hash(kColliding[0]), key.word_hash(kColliding[1])) << seed;
  }
}

TEST(ShingleKey, every_byte_and_the_length_of_a_word_count) {
  const ShingleKey key = ShingleKey::from_seed(7);
  for (size_t size = 1; size < 200; ++size) {
    const std::string word(size, 'a');
    std::set<uint64_t> seen = {key.word_hash(word)};
    for (size_t i = 0; i < size; ++i) {
      std::string changed = word;
      changed[i] = 'b';
      EXPECT_TRUE(seen.insert(key.word_hash(changed)).second) << size << " " << i;
    }
    EXPECT_TRUE(seen.insert(key.word_hash(word + "a")).second) << size;
  }
}

TEST(ShingleKey, of_the_process_is_not_that_of_a_seed_and_stays) {
  const ShingleKey& key = ShingleKey::of_process();
  EXPECT_EQ(&key, &ShingleKey::of_process());
  EXPECT_NE(key.word_hash("word"), ShingleKey::from_seed(0).word_hash("word"));
}

class ShingleKeyTargets : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(ShingleKeyTargets, windows_are_those_of_each_window_alone) {
  std::mt19937_64 random(11);
  const ShingleKey key = ShingleKey::from_seed(5);
  for (size_t k : {1, 2, 5, 64}) {
    for (size_t count = 0; count < 70; ++count) {
      SecretUnits units;
      for (size_t i = 0; i < count + k - 1; ++i) units.push_back({random(), random()});
      std::vector<uint64_t> found(count), expected(count);
      key.windows(units, k, found);
      for (size_t i = 0; i < count; ++i) {
        SecretUnits alone;
        for (size_t j = i; j < i + k; ++j) alone.push_back({units.low[j], units.high[j]});
        key.windows(alone, k, std::span(expected).subspan(i, 1));
      }
      ASSERT_EQ(found, expected) << k << " " << count;
    }
  }
}

// Texts with a small vocabulary, so that windows repeat; it includes two words with the same fixed
// hash.
TEST_P(ShingleKeyTargets, windows_are_equal_if_and_only_if_their_words_are) {
  std::mt19937_64 random(12);
  const std::string vocabulary[] = {"a",
                                    "b",
                                    "c",
                                    std::string(kColliding[0]),
                                    std::string(kColliding[1]),
                                    std::string(30, 'x'),
                                    std::string(100, 'y')};
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> words;
    std::string text;
    for (size_t n = random() % 80; n > 0; --n) {
      words.push_back(vocabulary[random() % std::size(vocabulary)]);
      text += words.back() + " ";
    }
    const size_t k = 1 + random() % 6;
    const auto found =
        keyed_windows(text, {.k = static_cast<uint32_t>(k)}, ShingleKey::from_seed(random()));
    const size_t size = std::min(k, words.size());
    ASSERT_EQ(found.size(), words.empty() ? 0 : words.size() - size + 1);
    for (size_t i = 0; i < found.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        const bool same = std::equal(&words[i], &words[i] + size, &words[j]);
        ASSERT_EQ(found[i] == found[j], same) << text << k << " " << i << " " << j;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ShingleKeyTargets,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

TEST(ShingleKey, a_short_text_equals_no_window_and_padding_is_no_word) {
  const ShingleKey key = ShingleKey::from_seed(3);
  std::set<uint64_t> seen;
  for (const char* text : {"a", "b", "a b", "b a", "a a", "a b c", "a b c d", "a b c d e"}) {
    const auto found = keyed_windows(text, {.k = 5}, key);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(seen.insert(found[0]).second) << text;
  }
  EXPECT_EQ(keyed_windows("a b", {.k = 5, .padding = Padding::kAlways}, key).size(), 2U);
  EXPECT_EQ(keyed_windows("ab cd", {.unit = Unit::kChar, .k = 3}, key).size(), 3U);
}

}  // namespace
}  // namespace doppel::text
