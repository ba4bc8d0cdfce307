// The tokenizer against the definition, on every target this machine has.
#define HWY_WANT_AVX3_DL  // as word_edges.cc is compiled
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <memory>
#include <random>
#include <string>

#include "characters/mark_run.h"
#include "text/definition.h"
#include "text/shingle_key.h"
#include "text/tokenizer.h"
#include "text/unit_hash.h"
#include "text/word_edges.h"

namespace doppel::text {
namespace {

class TokenizerLaws : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

  // The tokens and their hashes are those of the definition. The text is in memory of exactly its
  // size, so that a sanitizer notices reads past its end.
  void check(std::string_view text) {
    const auto exact = std::make_unique<char[]>(text.size());
    text.copy(exact.get(), text.size());
    tokenize({exact.get(), text.size()}, false, tokens_);
    hash_tokens({exact.get(), text.size()}, false, key_, hashes_);
    const auto expected = tokens_by_definition(text);
    ASSERT_EQ(tokens_.size(), expected.size()) << text;
    ASSERT_EQ(hashes_.size(), expected.size()) << text;
    for (size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(tokens_[i], expected[i]) << text;
      ASSERT_EQ(hashes_.fixed()[i], unit_hash(expected[i])) << text;
      const SecretUnit secret = key_.unit(expected[i]);
      ASSERT_EQ(hashes_.secret().low[i], secret.low) << text;
      ASSERT_EQ(hashes_.secret().high[i], secret.high) << text;
    }
    if (text.find_first_of("0123456789") != text.npos) return;
    // If there are no numbers, masking takes another path and gives the same tokens.
    Tokens masked;
    tokenize({exact.get(), text.size()}, true, masked);
    ASSERT_TRUE(masked == tokens_) << text;
  }

 private:
  const ShingleKey key_ = ShingleKey::from_seed(1);
  Tokens tokens_;
  TokenHashes hashes_;
};

// Words and separators of all lengths, at every position of a block, with all special cases: common
// separators, rare ones, letters, marks, dropped code points, spaceless letters, invalid UTF-8,
// truncated code points.
const char* const kParts[] = {
    "a",        "Word",     "Z",    "7",    "QUICKLY",  "averyveryverylongword",
    " ",        ", ",       "\n",   "-",    "’",        "“",
    "\u00A0",   "•",        "€",    "→",    "\u2003",   "\u200B",
    "\u00AD",   "\u2060",   "ª",    "½",    "²",        "é",
    "É",        "ß",        "ж",    "Σ",    "\u0301",   "中",
    "。",       "ก",        "ガ",   "①",    "ℌ",        "Ⅷ",
    "𝔘",        "𠀀",       "😀",    "\xFF", "\xC2",     "\xE2",
    "\xE2\x80", "\xF0\xE2", "\x80", "\xC3", "\xE2\x28", "\xEF\xBF\xBD"};

// About as many marks as are counted, some of them with dropped code points between them.
std::string pile_of_marks(std::mt19937_64& random) {
  const char* const kMarks[] = {"\u0301", "\u0323", "\u0903", "\uFF9E", "\u0345"};
  std::string out;
  for (size_t n = characters::kMostMarks - 3 + random() % 6; n > 0; --n) {
    out += kMarks[random() % std::size(kMarks)];
    if (random() % 8 == 0) out += "\u200D";
  }
  return out;
}

std::string random_text(std::mt19937_64& random) {
  std::string out;
  const size_t common = 1 + random() % std::size(kParts);  // how many of the special cases
  for (size_t n = random() % 120; n > 0; --n) {
    out += kParts[random() % (random() % 4 ? common : std::size(kParts))];
    if (random() % 40 == 0) out += std::string(random() % 150, 'q');
    if (random() % 40 == 0) out += std::string(random() % 150, ' ');
    if (random() % 40 == 0) out += pile_of_marks(random);
  }
  return out;
}

TEST_P(TokenizerLaws, random_texts_have_the_tokens_of_the_definition) {
  std::mt19937_64 random(9);
  for (int i = 0; i < 20'000; ++i) check(random_text(random));
}

TEST_P(TokenizerLaws, every_code_point_does_what_the_definition_says) {
  for (char32_t first = 0; first < 0x30000; first += 16) {
    std::string text;
    for (char32_t c = first; c < first + 16; ++c) {
      text += "Ab" + utf8_of(c) + "cD" + utf8_of(c) + " ";
    }
    check(text);
  }
}

TEST_P(TokenizerLaws, where_a_code_point_lies_does_not_matter) {
  for (const char* part : kParts) {
    for (size_t shift = 0; shift < 2 * WordEdges::kBlock + 2; ++shift) {
      for (char lead : {'x', ' '}) {
        const std::string before(shift, lead);
        check(before + part);
        check(before + part + "y");
        check(before + part + "y" + std::string(WordEdges::kBlock, ' '));
        check(before + part + part + std::string(WordEdges::kBlock + 8, 'z'));
      }
    }
  }
}

TEST_P(TokenizerLaws, pieces_change_nothing) {
  std::mt19937_64 random(10);
  for (int i = 0; i < 100; ++i) {
    std::string text;
    while (text.size() < 3 * WordEdges::kPiece) {
      text += random_text(random);
      // A word that may be longer than a piece.
      if (random() % 20 == 0) text += std::string(random() % (2 * WordEdges::kPiece), 'w');
    }
    check(text.substr(random() % 100));
  }
  for (size_t size = WordEdges::kPiece - 70; size < WordEdges::kPiece + 70; ++size) {
    check(std::string(size, 'W'));
    check(std::string(size, 'W') + "\u2014x " + std::string(size, 'v') + "é");
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, TokenizerLaws,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

}  // namespace
}  // namespace doppel::text
