#include "generate/vocabulary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "generate/random.h"

namespace doppel::generate {
namespace {

TEST(Vocabulary, has_no_word_twice) {
  const Vocabulary vocabulary;
  std::set<std::string_view> words;
  for (WordId id = 0; id < Vocabulary::kWords; ++id) words.insert(vocabulary.word(id));
  EXPECT_EQ(words.size(), Vocabulary::kWords);
}

TEST(Vocabulary, has_some_letters_outside_ascii) {
  const Vocabulary vocabulary;
  size_t other = 0;
  for (WordId id = 0; id < Vocabulary::kWords; ++id) {
    bool ascii = true;
    for (char c : vocabulary.word(id)) ascii &= c >= 'a' && c <= 'z';
    other += !ascii;
  }
  EXPECT_EQ(other, Vocabulary::kWords / 128);
}

TEST(Vocabulary, draws_words_by_zipfs_law) {
  const Vocabulary vocabulary;
  constexpr int kDraws = 1'000'000;
  std::vector<int> drawn(Vocabulary::kWords);
  Random random(1, Purpose::kWords);
  for (int i = 0; i < kDraws; ++i) {
    ++drawn[vocabulary.draw(static_cast<uint32_t>(random.next() >> 33))];
  }
  double total = 0;
  for (WordId id = 0; id < Vocabulary::kWords; ++id) total += 1 / (id + 3.7);
  for (WordId id : {0u, 1u, 2u, 10u, 100u, 1000u}) {
    const double expected = kDraws / (id + 3.7) / total;
    EXPECT_NEAR(drawn[id], expected, 5 * std::sqrt(expected)) << id;
  }
  int rare = 0;
  double expected = 0;
  for (WordId id = Vocabulary::kWords / 2; id < Vocabulary::kWords; ++id) {
    rare += drawn[id];
    expected += kDraws / (id + 3.7) / total;
  }
  EXPECT_NEAR(rare, expected, 5 * std::sqrt(expected));
}

}  // namespace
}  // namespace doppel::generate
