#include "text/unit_hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <string>
#include <unordered_set>

#include "text/shingle_key.h"
#include "text/shingles.h"
#include "text/tokenizer.h"

namespace doppel::text {
namespace {

std::vector<uint64_t> hashes_of_tokens(std::string_view text, bool mask_numbers) {
  Tokens tokens;
  tokenize(text, mask_numbers, tokens);
  std::vector<uint64_t> out;
  for (size_t i = 0; i < tokens.size(); ++i) out.push_back(unit_hash(tokens[i]));
  return out;
}

// Words of every length, capitals, separators and letters beyond ASCII, at every position of a
// block.
TEST(UnitHash, of_tokens_is_the_same_with_and_without_the_tokens) {
  constexpr std::string_view kParts[] = {"a",        "Word",       " ", ", ",  "\xE2\x80\x99",
                                         "\xC3\xA9", "\n",         "7", "中",  "-",
                                         "\xC2\xAD", "2012-04-16", "Z", "\xFF"};
  std::mt19937_64 random(3);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (size_t n = random() % 60; n > 0; --n) {
      text += kParts[random() % std::size(kParts)];
      if (random() % 40 == 0) text += std::string(random() % 100, 'q');
    }
    for (bool mask_numbers : {false, true}) {
      TokenHashes found;
      hash_tokens(text, mask_numbers, ShingleKey::of_process(), found);
      std::span<const uint64_t> all = found.fixed();
      ASSERT_EQ(std::vector(all.begin(), all.end()), hashes_of_tokens(text, mask_numbers)) << text;
    }
  }
}

TEST(UnitHash, a_buffer_can_be_used_again) {
  TokenHashes buffer;
  hash_tokens("one two three", false, ShingleKey::of_process(), buffer);
  hash_tokens("four", false, ShingleKey::of_process(), buffer);
  ASSERT_EQ(buffer.size(), 1U);
  EXPECT_EQ(buffer.fixed()[0], unit_hash("four"));
}

TEST(UnitHash, of_long_units_is_xxh3) {
  std::string unit(17, 'x');
  EXPECT_EQ(unit_hash(unit), hash64(unit));
  EXPECT_NE(unit_hash(unit.substr(1)), hash64(unit.substr(1)));
}

// A weak hash would have collisions among numbers and three-letter words.
TEST(UnitHash, of_a_million_short_words_are_different) {
  std::unordered_set<uint64_t> seen;
  size_t words = 0;
  for (int i = 0; i < 1'000'000; ++i, ++words) seen.insert(unit_hash(std::to_string(i)));
  for (int i = 0; i < 26 * 26 * 26; ++i, ++words) {
    seen.insert(
        unit_hash(std::string{static_cast<char>('a' + i % 26), static_cast<char>('a' + i / 26 % 26),
                              static_cast<char>('a' + i / 676)}));
  }
  EXPECT_EQ(seen.size(), words);
}

// Flipping a bit of a word flips each bit of its hash about half of the time.
TEST(UnitHash, spreads_every_bit) {
  std::mt19937_64 random(5);
  constexpr int kRounds = 2000;
  for (size_t bit = 0; bit < 128; ++bit) {
    int turned[64] = {};
    for (int round = 0; round < kRounds; ++round) {
      ShortUnit unit{random(), random()}, changed = unit;
      (bit < 64 ? changed.low : changed.high) ^= uint64_t{1} << bit % 64;
      uint64_t difference = short_unit_hash(unit) ^ short_unit_hash(changed);
      for (int i = 0; i < 64; ++i) turned[i] += difference >> i & 1;
    }
    for (int count : turned) {
      EXPECT_GT(count, kRounds / 3) << bit;
      EXPECT_LT(count, 2 * kRounds / 3) << bit;
    }
  }
}

}  // namespace
}  // namespace doppel::text
