#include "texts/signer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sketch/one_permutation_minhash.h"

namespace doppel::texts {
namespace {

TEST(Signer, uses_the_rules) {
  std::string_view text = "the quick brown fox jumps over 12 dogs";
  for (TextRules rules :
       {TextRules{.k = 2}, TextRules{.unit = Unit::kChar, .k = 8},
        TextRules{.padding = Padding::kAlways}, TextRules{.mask_numbers = true}}) {
    Signer signer(rules);
    signer.identify(text);
    auto windows = signer.windows();
    std::vector<uint64_t> set(windows.begin(), windows.end());
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    EXPECT_EQ(set, doppel::shingles(text, rules));
  }
}

TEST(Signer, a_text_without_tokens_has_no_windows) {
  Signer signer(TextRules{});
  signer.identify("one two");
  EXPECT_FALSE(signer.windows().empty());
  EXPECT_FALSE(signer.keyed_windows().keyed.empty());
  signer.identify("...");
  EXPECT_TRUE(signer.windows().empty());
  EXPECT_TRUE(signer.keyed_windows().keyed.empty());
  EXPECT_TRUE(signer.keyed_windows().fixed.empty());
  EXPECT_FALSE(signer.has_tokens());
}

TEST(SketchText, takes_the_steps_of_a_signer) {
  const std::vector<std::string_view> texts = {"the quick brown fox jumps over the lazy dog", "...",
                                               "one two", "", "the quick brown fox"};
  Signer signer(TextRules{});
  std::vector<size_t> windows;
  for (std::string_view text : texts) {
    const SketchedText sketched = sketch_text(text, signer);
    windows.push_back(sketched.windows);
    Signer alone(TextRules{});
    EXPECT_EQ(sketched.words_hash, alone.identify(text));
    alone.windows();
    const auto own = alone.sketch();
    EXPECT_TRUE(std::equal(own.begin(), own.end(), sketched.slots.begin())) << text;
    EXPECT_EQ(sketched.windows == 0, own[0] == sketch::kEmptyBin);
  }
  EXPECT_EQ(windows, (std::vector<size_t>{5, 0, 1, 0, 1}));
}

}  // namespace
}  // namespace doppel::texts
