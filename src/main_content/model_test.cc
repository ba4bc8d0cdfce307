#include "main_content/model.h"

#include <gtest/gtest.h>

namespace doppel::main_content {
namespace {

// The model is data; these are the few properties that every useful model of this kind has.

BlockFeatures paragraph(uint8_t words, uint8_t link_share) {
  BlockFeatures block;
  block[Feature::kWords] = block[Feature::kWordsInParagraph] = words;
  block[Feature::kLinkShare] = link_share;
  block[Feature::kTag] = static_cast<uint8_t>(TagGroup::kParagraph);
  block[Feature::kScoreParent] = block[Feature::kScore25] = block[Feature::kScore100] = 200;
  return block;
}

TEST(MainModel, prefers_long_text_to_links) {
  EXPECT_GT(content_score(paragraph(96, 0)), content_score(paragraph(96, 200)));
  EXPECT_GT(content_score(paragraph(96, 0)), content_score(paragraph(16, 0)));
}

TEST(MainModel, counts_navigation_against_a_block) {
  BlockFeatures block = paragraph(80, 0);
  const int32_t plain = content_score(block);
  block.tags = bit(html::Tag::kNav);
  block.hints_own = block.hints_near = block.hints_all = bit(Hint::kNavigation);
  EXPECT_LT(content_score(block), plain);
}

TEST(MainModel, is_a_sum_a_feature_moves_it_alike_wherever_the_others_are) {
  for (uint8_t words : {uint8_t{0}, uint8_t{60}, uint8_t{255}}) {
    BlockFeatures block = paragraph(words, 0);
    const int32_t before = content_score(block);
    block[Feature::kHeadingBefore] = 3;
    const int32_t moved = content_score(block) - before;
    BlockFeatures other = paragraph(0, 200);
    const int32_t base = content_score(other);
    other[Feature::kHeadingBefore] = 3;
    EXPECT_EQ(content_score(other) - base, moved);
  }
}

TEST(MainModel, moves_gently_from_one_level_to_the_next) {
  // No single step of a curve over words or shares may change a decision by itself.
  for (Feature feature :
       {Feature::kWords, Feature::kLinkShare, Feature::kScoreParent, Feature::kAlikeWords}) {
    BlockFeatures block;
    int32_t before = content_score(block);
    for (int level = 1; level < 256; ++level) {
      block[feature] = static_cast<uint8_t>(level);
      const int32_t score = content_score(block);
      EXPECT_LT(std::abs(score - before), kLogit / 4) << name(feature) << " at " << level;
      before = score;
    }
  }
}

}  // namespace
}  // namespace doppel::main_content
