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

TEST(SketchTexts, a_batch_gets_what_each_text_gets) {
  const std::vector<std::string_view> texts = {"the quick brown fox jumps over the lazy dog", "...",
                                               "one two", "", "the quick brown fox"};
  const size_t count = texts.size();
  std::vector<Hash128> hashes(count);
  std::vector<uint32_t> windows(count), slots(count * kSketchSlots);
  Signer signer(TextRules{});
  sketch_texts(texts, signer, {hashes, windows, slots});
  EXPECT_EQ(windows, (std::vector<uint32_t>{5, 0, 1, 0, 1}));
  for (size_t i = 0; i < count; ++i) {
    Signer alone(TextRules{});
    EXPECT_EQ(hashes[i], alone.identify(texts[i]));
    alone.windows();
    const auto own = alone.sketch();
    EXPECT_TRUE(std::equal(own.begin(), own.end(), &slots[i * kSketchSlots])) << i;
    EXPECT_EQ(windows[i] == 0, own[0] == sketch::kEmptyBin);
  }
}

}  // namespace
}  // namespace doppel::texts
